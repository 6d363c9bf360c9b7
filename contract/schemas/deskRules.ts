import Type, { type Static } from 'typebox'
import type { QuickSubcategoryId, RuleCategoryId, RuleSubcategoryId } from '../ids.ts'
import { LONG_TEXT_MAX, SUB_ENTRIES_MAX } from '../limits.ts'
import { RULE_KINDS } from '../sets.ts'
import {
  anyId,
  DeskPicture,
  optionalPosition,
  ordered,
  pictureUpload,
  uploadId,
} from './deskCalls.ts'
import { id, line, nullable } from './shared.ts'

const Named = Type.Object({ id: anyId(), name: Type.String(), position: Type.Integer() })
const NamedBody = Type.Object({ name: line(), ...optionalPosition })
export const ruleCategoriesSchemas = ordered(Named, NamedBody)
export const quickSubcategoriesSchemas = ordered(Named, NamedBody)
export const ruleSubcategoriesSchemas = ordered(
  Type.Object({ ...Named.properties, category_id: id<RuleCategoryId>() }),
  Type.Object({ ...NamedBody.properties, category_id: id<RuleCategoryId>() }),
)

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

const DeskRuleEntry = Type.Object({
  id: anyId(),
  kind: Type.Enum(RULE_KINDS),
  title: Type.String(),
  category_id: nullable(id<RuleCategoryId>()),
  subcategory_id: nullable(id<RuleSubcategoryId>()),
  quick_subcategory_id: nullable(id<QuickSubcategoryId>()),
  position: Type.Integer(),
  picture: DeskPicture,
  sub_entries: Type.Array(Section),
  created_at: Type.String(),
  updated_at: Type.String(),
})
export type DeskRuleEntry = Static<typeof DeskRuleEntry>

/** Basic entries may have category and sub-category, quick ones a quick sub-category. The kind never changes. */
const RuleEntryBody = Type.Object({
  kind: Type.Enum(RULE_KINDS),
  title: line(),
  category_id: Type.Optional(nullable(id<RuleCategoryId>())),
  subcategory_id: Type.Optional(nullable(id<RuleSubcategoryId>())),
  quick_subcategory_id: Type.Optional(nullable(id<QuickSubcategoryId>())),
  ...optionalPosition,
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
export type DeskVideo = Static<typeof DeskVideo>
/** `file_upload` is required to create. Null removes WebM, captions or poster, absence keeps them. */
const VideoBody = Type.Object({
  title: line(),
  ...optionalPosition,
  file_upload: Type.Optional(uploadId()),
  webm_upload: Type.Optional(nullable(uploadId())),
  captions_upload: Type.Optional(nullable(uploadId())),
  poster_upload: Type.Optional(nullable(uploadId())),
})
export type VideoBody = Static<typeof VideoBody>
export const ruleVideosSchemas = ordered(DeskVideo, VideoBody)
