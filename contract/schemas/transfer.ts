import Type, { type Static } from 'typebox'
import { LONG_TEXT_MAX, TEXT_MAX } from '../fields.ts'
import { GLOSSARY_TITLE_MAX } from '../glossary.ts'
import { ENTRY_STATES, RULE_KINDS, TRANSFER_AREAS } from '../sets.ts'
import { time } from './deskCalls.ts'
import { aliasFields } from './formatting.ts'
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

const Area = Type.Object({ area: Type.Enum(TRANSFER_AREAS) })
/** Changes that an import would make (check) or has made. See docs/transfer-format.md. */
export const TransferReport = Type.Object({
  added: Type.Integer(),
  changed: Type.Integer(),
  unchanged: Type.Integer(),
  /** Each wrong row with its path, such as `entries[41] "armour" sections[0].title`; then nothing is changed. */
  problems: Type.Array(Type.Object({ place: Type.String(), problem: Type.String() })),
})
export type TransferReport = Static<typeof TransferReport>

const sends = {
  params: Area,
  body: Type.Unknown(),
  response: { 200: TransferReport, 400: ErrorBody },
}
export const transferSchemas = {
  export: { params: Area, response: { 200: Type.Unknown() } },
  check: sends,
  import: sends,
}
