import Type, { type Static } from 'typebox'
import { LONG_TEXT_MAX } from '../fields.ts'
import { SUB_ENTRIES_MAX } from '../glossary.ts'
import type { QuickSubcategoryId, RuleCategoryId, RuleSubcategoryId } from '../ids.ts'
import { RULE_KINDS } from '../sets.ts'
import {
  anyId,
  DeskPicture,
  dates,
  Named,
  NamedBody,
  optionalPosition,
  ordered,
  pictureUpload,
  uploadId,
} from './deskCalls.ts'
import { aliasFields, withAliases } from './richText.ts'
import { id, line, nullable } from './shared.ts'

/** A section; `level` 0 is a section of the entry, 1 a section within the one before, and so on. */
export const Section = Type.Object({
  id: anyId(),
  title: Type.String(),
  content: Type.String(),
  level: Type.Integer(),
})
/** Complete list of the sections, in order. An item with the id of a section of this entry changes that one. */
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
  ...withAliases,
  sub_entries: Type.Array(Section),
  ...dates,
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
  ...aliasFields,
  ...pictureUpload,
})
export type RuleEntryBody = Static<typeof RuleEntryBody>

const DeskVideo = Type.Object({
  id: anyId(),
  title: Type.String(),
  position: Type.Integer(),
  file_url: Type.String(),
  webm_url: nullable(Type.String()),
  captions_url: nullable(Type.String()),
  poster_url: nullable(Type.String()),
  ...dates,
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

const ofCategory = { category_id: id<RuleCategoryId>() }

export const deskRulesSchemas = {
  'rule-categories': ordered(Named, NamedBody),
  'rule-subcategories': ordered(
    Type.Object({ ...Named.properties, ...ofCategory }),
    Type.Object({ ...NamedBody.properties, ...ofCategory }),
  ),
  'quick-subcategories': ordered(Named, NamedBody),
  'rule-entries': ordered(DeskRuleEntry, RuleEntryBody),
  'rule-videos': ordered(DeskVideo, VideoBody),
}
