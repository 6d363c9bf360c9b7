import Type, { type Static } from 'typebox'
import { LONG_TEXT_MAX, SUB_ENTRIES_MAX } from '../limits.ts'
import { anyId, DeskPicture, ordered, pictureUpload, position, uploadId } from './deskShared.ts'
import { line, nullable } from './shared.ts'

const place = { position: Type.Optional(position()) }

const Named = Type.Object({ id: anyId(), name: Type.String(), position: Type.Integer() })
const NamedBody = Type.Object({ name: line(), ...place })
export const ruleCategoriesSchemas = ordered(Named, NamedBody)
export const quickSubcategoriesSchemas = ordered(Named, NamedBody)

const Subcategory = Type.Object({
  id: anyId(),
  category_id: anyId(),
  name: Type.String(),
  position: Type.Integer(),
})
const SubcategoryBody = Type.Object({ category_id: anyId(), name: line(), ...place })
export const ruleSubcategoriesSchemas = ordered(Subcategory, SubcategoryBody)

/** A section; `level` 0 is a section of the entry, 1 a section within the one before, and so on. */
export const Section = Type.Object({
  id: anyId(),
  title: Type.String(),
  content: Type.String(),
  level: Type.Integer(),
})
/** With the id of a section of the same entry that one is changed; the list is the whole, in its order. */
export const sectionBodies = (titleMax: number, contentMin: 0 | 1) =>
  Type.Array(
    Type.Object({
      id: Type.Optional(anyId()),
      title: line(titleMax),
      content: Type.String({
        minLength: contentMin,
        maxLength: LONG_TEXT_MAX,
        ...(contentMin === 1 && { pattern: '\\S' }),
      }),
      level: Type.Optional(Type.Integer({ minimum: 0, maximum: 5 })),
    }),
    { maxItems: SUB_ENTRIES_MAX * 10 },
  )

const kind = Type.Union([Type.Literal('basic'), Type.Literal('quick')])
export const DeskRuleEntry = Type.Object({
  id: anyId(),
  kind,
  title: Type.String(),
  category_id: nullable(anyId()),
  subcategory_id: nullable(anyId()),
  quick_subcategory_id: nullable(anyId()),
  position: Type.Integer(),
  picture: DeskPicture,
  sub_entries: Type.Array(Section),
  created_at: Type.String(),
  updated_at: Type.String(),
})

/** Basic entries may have category and sub-category, quick ones a quick sub-category. The kind never changes. */
export const RuleEntryBody = Type.Object({
  kind,
  title: line(),
  category_id: Type.Optional(nullable(anyId())),
  subcategory_id: Type.Optional(nullable(anyId())),
  quick_subcategory_id: Type.Optional(nullable(anyId())),
  ...place,
  sub_entries: Type.Optional(sectionBodies(400, 0)),
  ...pictureUpload,
})
export type RuleEntryBody = Static<typeof RuleEntryBody>
export const ruleEntriesSchemas = ordered(DeskRuleEntry, RuleEntryBody)

const DeskVideo = Type.Object({
  id: anyId(),
  title: Type.String(),
  position: Type.Integer(),
  file_url: Type.String(),
  webm_url: nullable(Type.String()),
  captions_url: nullable(Type.String()),
  poster_url: nullable(Type.String()),
  created_at: Type.String(),
  updated_at: Type.String(),
})
/** `file_upload` is required to create. Null takes WebM, captions or poster away, absence keeps them. */
export const VideoBody = Type.Object({
  title: line(),
  ...place,
  file_upload: Type.Optional(uploadId()),
  webm_upload: Type.Optional(nullable(uploadId())),
  captions_upload: Type.Optional(nullable(uploadId())),
  poster_upload: Type.Optional(nullable(uploadId())),
})
export type VideoBody = Static<typeof VideoBody>
export const ruleVideosSchemas = ordered(DeskVideo, VideoBody)
