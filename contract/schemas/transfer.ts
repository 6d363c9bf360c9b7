import Type, { type Static } from 'typebox'
import { LONG_TEXT_MAX, TEXT_MAX } from '../fields.ts'
import { GLOSSARY_TITLE_MAX } from '../glossary.ts'
import { ENTRY_STATES, RULE_KINDS, TRANSFER_AREAS } from '../sets.ts'
import {
  ENTRY_FATES,
  EXPORT_FORMS,
  KEPT_REASONS,
  SOURCE_FORMATS,
  TABLE_FIELDS,
} from '../transfer.ts'
import { ContentBody } from './content.ts'
import { anyId, Person, time, uploadId } from './deskCalls.ts'
import { aliasFields, RichText } from './formatting.ts'
import { compared, ErrorBody, line, nullable } from './shared.ts'

/** Sections within sections within sections: more than any index shows. */
export const SECTION_LEVELS = 6

/** Key of a row in files, chosen by its author and unique in its list. */
const key = () => Type.String({ minLength: 1, maxLength: 120, pattern: '\\S' })
const ref = () => Type.Optional(nullable(key()))
/** Rows are checked one by one, so that a wrong row can be named. */
const rows = () => Type.Array(Type.Unknown(), { maxItems: 100_000 })

export const TransferSection = Type.Object({
  title: line(TEXT_MAX),
  content: Type.String({ maxLength: LONG_TEXT_MAX }),
  sections: Type.Optional(rows()),
})
export const TransferPart = Type.Object({ key: key(), name: line() })

export const RulesFile = Type.Object({
  format: Type.Literal('discordia-rules'),
  version: Type.Literal(1),
  categories: Type.Optional(rows()),
  quick_subcategories: Type.Optional(rows()),
  entries: Type.Optional(rows()),
})
export const TransferCategory = Type.Object({
  ...TransferPart.properties,
  subcategories: Type.Optional(rows()),
})
export const TransferRule = Type.Object({
  key: key(),
  kind: Type.Enum(RULE_KINDS),
  title: line(),
  category: ref(),
  subcategory: ref(),
  quick_subcategory: ref(),
  ...aliasFields,
  sections: Type.Optional(rows()),
})
export type TransferRule = Static<typeof TransferRule>

export const GlossaryFile = Type.Object({
  format: Type.Literal('discordia-glossary'),
  version: Type.Literal(1),
  types: Type.Optional(rows()),
  entries: Type.Optional(rows()),
})
export const TransferType = Type.Object({
  ...TransferPart.properties,
  icon: Type.Optional(nullable(Type.String({ maxLength: 60 }))),
  subtypes: Type.Optional(rows()),
})
export const TransferEntry = Type.Object({
  key: key(),
  title: line(GLOSSARY_TITLE_MAX),
  description: Type.Optional(Type.String({ maxLength: LONG_TEXT_MAX })),
  type: key(),
  subtype: ref(),
  author: Type.Optional(nullable(compared())),
  state: Type.Optional(Type.Enum(ENTRY_STATES)),
  rejection_reason: Type.Optional(nullable(Type.String({ maxLength: 2000 }))),
  created_at: Type.Optional(nullable(time())),
  ...aliasFields,
  sections: Type.Optional(rows()),
})
export type TransferEntry = Static<typeof TransferEntry>

export const ContentsFile = Type.Object({
  format: Type.Literal('discordia-contents'),
  version: Type.Literal(1),
  entries: Type.Optional(rows()),
})
/** The fields of the form, except for the picture. Absent times of the publication and fields of a registration stay. */
export const TransferContent = Type.Object({
  key: key(),
  ...Type.Omit(ContentBody, ['picture_upload']).properties,
  published_at: Type.Optional(nullable(time())),
  unpublished_at: Type.Optional(nullable(time())),
  cancelled_at: Type.Optional(nullable(time())),
})
export type TransferContent = Static<typeof TransferContent>

const Area = Type.Object({ area: Type.Enum(TRANSFER_AREAS) })

const sourceName = () => Type.String({ maxLength: 200 })

/** What people decide about a file of another program. */
export const ImportMapping = Type.Object(
  {
    /** Kinds of the source to names of types or categories; null leaves the kind out. Others keep their names. */
    kinds: Type.Optional(Type.Record(sourceName(), nullable(line(100)), { maxProperties: 1000 })),
    /** Columns of a table to fields of an entry; null leaves the column out. Others are guessed. */
    columns: Type.Optional(
      Type.Record(sourceName(), nullable(Type.Enum(TABLE_FIELDS)), { maxProperties: 1000 }),
    ),
  },
  { additionalProperties: false },
)
export type ImportMapping = Static<typeof ImportMapping>

/** What was recognised in a file of another program. */
const Recognised = Type.Object({
  format: Type.Enum(SOURCE_FORMATS),
  /** Each with the name of its type or category; null: it is left out. */
  kinds: Type.Array(
    Type.Object({ name: Type.String(), count: Type.Integer(), target: nullable(Type.String()) }),
  ),
  columns: Type.Array(
    Type.Object({ name: Type.String(), field: nullable(Type.Enum(TABLE_FIELDS)) }),
  ),
})
export type Recognised = Static<typeof Recognised>

const PlacedProblem = Type.Object({ place: Type.String(), problem: Type.String() })

/** An entry as it is here and as it would be: the texts with all sections, in light formatting. */
const EntryPreview = Type.Object({
  title: Type.String(),
  fate: Type.Enum(ENTRY_FATES),
  /** Null for a new one. */
  before: nullable(Type.Object({ title: Type.String(), text: Type.String() })),
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
  /** What does not arrive as it was. */
  losses: Type.Array(PlacedProblem),
  /** Beyond those that are listed. */
  more_losses: Type.Integer(),
  recognised: nullable(Recognised),
  /** Entries by what becomes of them. */
  fates: Type.Record(Type.Enum(ENTRY_FATES), Type.Integer()),
  /** Those that a check has asked for. */
  previews: Type.Array(EntryPreview),
})
export type TransferReport = Static<typeof TransferReport>

const sent = {
  /** An upload of the purpose `import`; an import uses it up. */
  upload: uploadId(),
  mapping: Type.Optional(ImportMapping),
}
/** Which entries a check shows: from the given one on, among those of a fate. */
const PreviewOf = Type.Object({
  from: Type.Integer({ minimum: 0, maximum: 100_000 }),
  fate: Type.Optional(nullable(Type.Enum(ENTRY_FATES))),
})
export type PreviewOf = Static<typeof PreviewOf>

const response = { 200: TransferReport, 400: ErrorBody }
export const transferSchemas = {
  export: {
    params: Area,
    querystring: Type.Object({ form: Type.Optional(Type.Enum(EXPORT_FORMS)) }),
    response: { 200: Type.Unknown() },
  },
  check: {
    params: Area,
    body: Type.Object({ ...sent, preview: Type.Optional(PreviewOf) }),
    response,
  },
  import: { params: Area, body: Type.Object(sent), response },
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
  /** Rows that stay, because they have been changed since, are linked to, or have others within. */
  kept: Type.Array(Type.Object({ name: Type.String(), reason: Type.Enum(KEPT_REASONS) })),
})
export type Undone = Static<typeof Undone>

export const importSchemas = {
  recent: { response: { 200: Type.Array(Import) } },
  undo: {
    params: Type.Object({ id: anyId() }),
    response: { 200: Undone, 400: ErrorBody, 404: ErrorBody },
  },
}
