import Type, { type Static } from 'typebox'
import type { deskRoutes } from '../desk.ts'
import { LONG_TEXT_MAX } from '../fields.ts'
import type { formattingRoutes } from '../formatting.ts'
import { DESK_PREVIEW_MAX } from '../formatting.ts'
import { ENTRY_TEXT_MAX, SUB_ENTRIES_MAX } from '../glossary.ts'
import { RichText } from './richText.ts'
import { ErrorBody, nullable, type SchemasOf } from './shared.ts'

const texts = (maxItems: number) =>
  Type.Object({
    texts: Type.Array(Type.String({ maxLength: LONG_TEXT_MAX }), { minItems: 1, maxItems }),
  })

export const Preview = Type.Object({
  /** One tree for each text, without links of names; null for a text that is shown as typed. */
  trees: Type.Array(nullable(RichText)),
})
export type Preview = Static<typeof Preview>

/** Announced by `features` of the profile. */
export const formattingSchemas = {
  previewTexts: {
    summary: `How texts look with light formatting: at most ${ENTRY_TEXT_MAX} characters together. Nothing is stored`,
    body: texts(SUB_ENTRIES_MAX),
    response: { 200: Preview, 400: ErrorBody },
  },
} as const satisfies SchemasOf<typeof formattingRoutes>

export const deskFormattingSchemas = {
  texts: {
    preview: { body: texts(DESK_PREVIEW_MAX), response: { 200: Preview, 400: ErrorBody } },
  },
} as const satisfies { texts: SchemasOf<(typeof deskRoutes)['texts']> }
