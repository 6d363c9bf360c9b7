/* Sets of imports and exports. */

/** Kinds of files that an export writes. markdown: a ZIP, of Markdown or of the files themselves */
export const EXPORT_FORMS = ['json', 'markdown', 'csv'] as const
export type ExportForm = (typeof EXPORT_FORMS)[number]

/** What an import makes of an entry. */
export const ENTRY_FATES = ['new', 'changed', 'same'] as const
export type EntryFate = (typeof ENTRY_FATES)[number]

/** Why a row stays when its import is undone. */
export const KEPT_REASONS = ['edited', 'linked', 'filled'] as const
export type KeptReason = (typeof KEPT_REASONS)[number]

/** Programs and kinds of files that an import reads beside our own. files: as they are, to download */
export const SOURCE_FORMATS = ['markdown', 'table', 'docx', 'kanka', 'foundry', 'files'] as const
export type SourceFormat = (typeof SOURCE_FORMATS)[number]

/** Fields of an entry that a column of a table can be. */
export const TABLE_FIELDS = ['key', 'title', 'kind', 'part', 'aliases', 'description', 'order', 'section'] as const
export type TableField = (typeof TABLE_FIELDS)[number]

/** Entries that one check shows. */
export const PREVIEWS_MAX = 10
