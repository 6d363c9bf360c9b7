import Type, { type Static } from 'typebox'
import { ContentBody } from '../content.ts'
import { time } from '../deskShapes.ts'
import { LONG_TEXT_MAX, TEXT_MAX } from '../fields.ts'
import { aliasFields } from '../formatting.ts'
import { GLOSSARY_TITLE_MAX } from '../glossary.ts'
import { languageField, translationOfFile } from '../languages.ts'
import { ENTRY_STATES, RULE_KINDS } from '../sets.ts'
import { compared, line, nullable } from '../shapes.ts'

/* Rows of our own files: see docs/transfer-format.md. */

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
  ...translationOfFile,
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
  ...languageField,
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
  ...Type.Omit(ContentBody, ['picture_upload', 'translation_of']).properties,
  ...translationOfFile,
  published_at: Type.Optional(nullable(time())),
  unpublished_at: Type.Optional(nullable(time())),
  cancelled_at: Type.Optional(nullable(time())),
})
export type TransferContent = Static<typeof TransferContent>
