import Type, { type Static } from 'typebox'
import { anyId, asking, getting, Person, posting, uploadId } from './deskShapes.ts'
import { RichText } from './formatting.ts'
import { LANGUAGE_PARAM } from './lists.ts'
import { TRANSFER_AREAS } from './sets.ts'
import { ErrorBody, line, nullable, refused } from './shapes.ts'

/** Formats of an exported file. markdown: a ZIP */
export const EXPORT_FORMS = ['json', 'markdown', 'csv'] as const
export type ExportForm = (typeof EXPORT_FORMS)[number]

/** Effect of an import on an entry. */
export const ENTRY_FATES = ['new', 'changed', 'same'] as const
export type EntryFate = (typeof ENTRY_FATES)[number]

/**
 * Why a row stays when its import is undone. edited: changed since; linked: a text that stays links to it; filled: it has
 * other rows within; orphaned: the row that it was in is gone
 */
export const KEPT_REASONS = ['edited', 'linked', 'filled', 'orphaned'] as const
export type KeptReason = (typeof KEPT_REASONS)[number]

/** Programs and formats that an import reads beside our own. */
export const SOURCE_FORMATS = ['markdown', 'table', 'docx', 'kanka', 'foundry'] as const
export type SourceFormat = (typeof SOURCE_FORMATS)[number]

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

/**
 * Meanings of a column of a table; `tableFieldsOf` has those of an area. kind, part: type and sub-type, or category and
 * sub-category; list: a value for the list of values of the entry; held: a mark of what players don't see, which keeps
 * the entry unpublished
 */
export const TABLE_FIELDS = [
  'key',
  'title',
  'kind',
  'part',
  'aliases',
  'state',
  ...CONTENT_FIELDS,
  'description',
  'format',
  'language',
  'order',
  'section',
  'list',
  'held',
] as const
export type TableField = (typeof TABLE_FIELDS)[number]

/** Fields of an entry that an import can change. */
export const CHANGED_FIELDS = [
  'title',
  'kind',
  'part',
  'aliases',
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
/** Steps of an import, each with its own progress: reading the file, writing its entries, indexing them for the search. */
export const IMPORT_STEPS = ['read', 'write', 'index'] as const
export type ImportStep = (typeof IMPORT_STEPS)[number]

/** Media type of a response that streams progress as lines of JSON. */
export const LINES_TYPE = 'application/x-ndjson'

export const IMPORT_BYTES_MAX = 200 * 1024 * 1024
/** Files of one archive or folder. */
export const IMPORT_FILES_MAX = 20_000

/** Previews in the response of one check. */
export const PREVIEWS_MAX = 10

const Area = Type.Object({ area: Type.Enum(TRANSFER_AREAS) })

const sourceName = () => Type.String({ maxLength: 200 })

/** Decisions of the staff about a file of another program. */
export const ImportMapping = Type.Object(
  {
    /** Kinds of the source to names of types or categories; null leaves the kind out. Others keep their names. */
    kinds: Type.Optional(Type.Record(sourceName(), nullable(line(100)), { maxProperties: 1000 })),
    /** Columns of a table to fields of an entry; null leaves the column out. Others are guessed. */
    columns: Type.Optional(Type.Record(sourceName(), nullable(Type.Enum(TABLE_FIELDS)), { maxProperties: 1000 })),
  },
  { additionalProperties: false },
)

export type ImportMapping = Static<typeof ImportMapping>

/** What was recognised in a file of another program. */
const Recognised = Type.Object({
  format: Type.Enum(SOURCE_FORMATS),
  /** Each with the name of its type or category; null: it is left out. */
  kinds: Type.Array(Type.Object({ name: Type.String(), count: Type.Integer(), target: nullable(Type.String()) })),
  columns: Type.Array(Type.Object({ name: Type.String(), field: nullable(Type.Enum(TABLE_FIELDS)) })),
})

export type Recognised = Static<typeof Recognised>

const PlacedProblem = Type.Object({ place: Type.String(), problem: Type.String() })

/** A field before and after the import. Null: it is missing, or has no text, such as a picture. */
const FieldChange = Type.Object({
  field: Type.Enum(CHANGED_FIELDS),
  /** The title of a section; empty for another field. */
  name: Type.String(),
  before: nullable(Type.String()),
  after: nullable(Type.String()),
})

export type FieldChange = Static<typeof FieldChange>

/** An entry as the import would leave it; `text` has all sections, in light formatting. */
const EntryPreview = Type.Object({
  title: Type.String(),
  fate: Type.Enum(ENTRY_FATES),
  /** Differences from the existing entry. */
  changes: Type.Array(FieldChange),
  text: Type.String(),
  tree: nullable(RichText),
})

export type EntryPreview = Static<typeof EntryPreview>

/** Changes that an import would make (check) or has made. See docs/transfer-format.md. */
export const TransferReport = Type.Object({
  added: Type.Integer(),
  changed: Type.Integer(),
  unchanged: Type.Integer(),
  /** Each wrong row with its path, such as `entries[41] "armour" sections[0].title`; then nothing is changed. */
  problems: Type.Array(PlacedProblem),
  /** Content that is left out or changed on the way. */
  losses: Type.Array(PlacedProblem),
  /** Losses beyond those in `losses`. */
  more_losses: Type.Integer(),
  /** All losses by kind, the most serious first. */
  kinds_of_losses: Type.Optional(
    Type.Array(Type.Object({ count: Type.Integer(), examples: Type.Array(PlacedProblem) })),
  ),
  recognised: nullable(Recognised),
  /** Numbers of entries by fate. */
  fates: Type.Record(Type.Enum(ENTRY_FATES), Type.Integer()),
  /** Entries that the check has requested. */
  previews: Type.Array(EntryPreview),
})

export type TransferReport = Static<typeof TransferReport>

const Step = Type.Object({
  step: Type.Enum(IMPORT_STEPS),
  done: Type.Integer(),
  total: Type.Integer(),
})

export type Step = Static<typeof Step>

/** Losses for which the report has no room, sent before it: as many as fit into 50 MB, by their kinds. */
const Losses = Type.Object({ losses: Type.Array(PlacedProblem) })

export type Losses = Static<typeof Losses>

/** A line of a response of the type `LINES_TYPE`. The last one has the report, or the refusal. */
export const TransferLine = Type.Union([
  Step,
  Losses,
  Type.Object({ report: TransferReport }),
  Type.Object({ status: Type.Integer(), refusal: ErrorBody }),
])

export type TransferLine = Static<typeof TransferLine>

const sent = {
  /** An upload of the purpose `import`; an import uses it up. */
  upload: uploadId(),
  mapping: Type.Optional(ImportMapping),
}

/** Entries that a check shows: those of a fate, or all, beginning with number `from`, counted from 0. */
const PreviewOf = Type.Object({
  from: Type.Integer({ minimum: 0, maximum: 100_000 }),
  fate: Type.Optional(nullable(Type.Enum(ENTRY_FATES))),
})

export type PreviewOf = Static<typeof PreviewOf>

const response = { 200: TransferReport, ...refused(400) }

export const transferCalls = {
  export: getting('/transfer/:area', {
    params: Area,
    /** `lng`: the language of the spreadsheet that opens a CSV; without it that of the request. */
    querystring: Type.Object({
      form: Type.Optional(Type.Enum(EXPORT_FORMS)),
      [LANGUAGE_PARAM]: Type.Optional(Type.String({ maxLength: 2 })),
    }),
    response: { 200: Type.Unknown() },
  }),
  check: asking('/transfer/:area/check', {
    params: Area,
    body: Type.Object({ ...sent, preview: Type.Optional(PreviewOf) }),
    response,
  }),
  import: posting('/transfer/:area', { params: Area, body: Type.Object(sent), response }),
}

const Import = Type.Object({
  id: anyId(),
  area: Type.Enum(TRANSFER_AREAS),
  /** The name of the file. */
  name: Type.String(),
  /** Null for the command line, and for an account that is gone. */
  by: nullable(Person),
  created_at: Type.String(),
  added: Type.Integer(),
  changed: Type.Integer(),
  undone_at: nullable(Type.String()),
  /** Null once it is undone. */
  undo_until: nullable(Type.String()),
})

export type Import = Static<typeof Import>

export const Undone = Type.Object({
  /** Rows that are as before the import. */
  undone: Type.Integer(),
  kept: Type.Array(Type.Object({ name: Type.String(), reason: Type.Enum(KEPT_REASONS) })),
})

export type Undone = Static<typeof Undone>

export const importCalls = {
  recent: getting('/imports', { response: { 200: Type.Array(Import) } }),
  undo: posting('/imports/:id/undo', {
    params: Type.Object({ id: anyId() }),
    response: { 200: Undone, ...refused(400, 404) },
  }),
}
