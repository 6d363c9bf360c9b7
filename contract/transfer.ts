import type { TransferArea } from './sets.ts'

/* Sets of imports and exports. */

/** Kinds of files that an export writes. markdown: a ZIP */
export const EXPORT_FORMS = ['json', 'markdown', 'csv'] as const
export type ExportForm = (typeof EXPORT_FORMS)[number]

/** What an import makes of an entry. */
export const ENTRY_FATES = ['new', 'changed', 'same'] as const
export type EntryFate = (typeof ENTRY_FATES)[number]

/** Why a row stays when its import is undone. */
export const KEPT_REASONS = ['edited', 'linked', 'filled', 'orphaned'] as const
export type KeptReason = (typeof KEPT_REASONS)[number]

/** Programs and kinds of files that an import reads beside our own */
export const SOURCE_FORMATS = ['markdown', 'table', 'docx', 'kanka', 'foundry'] as const
export type SourceFormat = (typeof SOURCE_FORMATS)[number]

const FIRST_FIELDS = ['key', 'title', 'kind'] as const
/** list: in the list of values of the entry; held: a value makes the entry one that is not published */
const LAST_FIELDS = ['description', 'format', 'language', 'order', 'section', 'list', 'held'] as const
const ENTRY_FIELDS = ['part', 'aliases'] as const
const REVIEW_FIELDS = ['state'] as const
/** Fields of news and events alone. */
export const CONTENT_FIELDS = [
  'summary',
  'published',
  'starts',
  'ends',
  'location',
  'scope',
  'attendance',
  'seats',
] as const

/** Fields that a column of a table can be. */
export const TABLE_FIELDS = [
  ...FIRST_FIELDS,
  ...ENTRY_FIELDS,
  ...REVIEW_FIELDS,
  ...CONTENT_FIELDS,
  ...LAST_FIELDS,
] as const
export type TableField = (typeof TABLE_FIELDS)[number]

/** Fields of an entry that an import can change. */
export const CHANGED_FIELDS = [
  'title',
  'kind',
  ...ENTRY_FIELDS,
  ...CONTENT_FIELDS,
  'format',
  'language',
  'picture',
  'order',
  'state',
  'description',
  'section',
] as const
export type ChangedField = (typeof CHANGED_FIELDS)[number]
/** Parts of the work on a file, each with a progress of its own: reading it, and writing its entries. */
export const IMPORT_STEPS = ['read', 'write', 'index'] as const
export type ImportStep = (typeof IMPORT_STEPS)[number]

/** Media type of a response that says how far the work is, a line of JSON each time; the last line has the outcome. */
export const LINES_TYPE = 'application/x-ndjson'

/** Bytes of a file to import. */
export const IMPORT_BYTES_MAX = 200 * 1024 * 1024
/** Files of an archive or a folder. */
export const IMPORT_FILES_MAX = 20_000
/** Names of what systems and programs keep for themselves. */
export const IGNORED_NAMES = /^(?:\.|__MACOSX$|Thumbs\.db$|desktop\.ini$)/i
/** Those that rows of an area have. */
export const tableFieldsOf = (area: TransferArea): readonly TableField[] => [
  ...FIRST_FIELDS,
  ...(area === 'contents' ? CONTENT_FIELDS : ENTRY_FIELDS),
  ...(area === 'glossary' ? REVIEW_FIELDS : []),
  ...LAST_FIELDS,
]

/** Entries that one check shows. */
export const PREVIEWS_MAX = 10
