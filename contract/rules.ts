import Type, { type Static } from 'typebox'
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
} from './deskShapes.ts'
import { LONG_TEXT_MAX } from './fields.ts'
import { aliasFields, RichText, SUB_ENTRIES_MAX, withAliases } from './formatting.ts'
import type { QuickSubcategoryId, RuleCategoryId, RuleEntryId, RuleSubcategoryId, RuleSubEntryId } from './ids.ts'
import { inLanguage, listedIn, translationFields, withTranslations } from './languages.ts'
import { type CallTable, storedCall } from './route.ts'
import { RULE_KINDS } from './sets.ts'
import { byId, id, lenient, line, nullable, optionalLine, pictures, refused } from './shapes.ts'

export const RuleCategory = Type.Object({ id: id<RuleCategoryId>(), name: Type.String() })
export type RuleCategory = Static<typeof RuleCategory>

export const RuleSubcategory = Type.Object({
  id: id<RuleSubcategoryId>(),
  name: Type.String(),
  category: lenient(id<RuleCategoryId>(), 0),
})
export type RuleSubcategory = Static<typeof RuleSubcategory>

export const QuickSubcategory = Type.Object({ id: id<QuickSubcategoryId>(), name: Type.String() })
export type QuickSubcategory = Static<typeof QuickSubcategory>

const entry = {
  id: id<RuleEntryId>(),
  title: Type.String(),
  image: nullable(Type.String()),
  /** Next entry in reading order; null on the last one. */
  nextId: nullable(id<RuleEntryId>()),
  /** Excerpt of the text around the match, unless the title matched; additive. */
  found: Type.Optional(Type.String()),
  ...inLanguage,
  ...withTranslations,
  ...pictures,
}

export const BasicRuleEntry = Type.Object({
  ...entry,
  type: lenient(Type.Literal('basic'), 'basic'),
  category: nullable(id<RuleCategoryId>()),
  subcategory: nullable(id<RuleSubcategoryId>()),
})
export type BasicRuleEntry = Static<typeof BasicRuleEntry>

export const QuickRuleEntry = Type.Object({
  ...entry,
  type: lenient(Type.Literal('quick'), 'quick'),
  quick_subcategory: nullable(id<QuickSubcategoryId>()),
})
export type QuickRuleEntry = Static<typeof QuickRuleEntry>

export const RuleSubEntry = Type.Object({
  id: id<RuleSubEntryId>(),
  title: lenient(Type.String(), ''),
  content: lenient(Type.String(), ''),
  /** The content with formatting and links; absent where it is shown as typed. Additive. */
  content_rich: Type.Optional(RichText),
  /** Set on the first section of an entry that other texts mention: `getRuleTerm` lists them. Additive. */
  mentioned: Type.Optional(Type.Boolean()),
})
export type RuleSubEntry = Static<typeof RuleSubEntry>

export const RuleVideo = Type.Object({
  video_title: Type.String(),
  file_url: Type.String(),
  /** The same video as WebM, for browsers that cannot decode MP4; additive. */
  webm_url: Type.Optional(Type.String()),
  /** WebVTT; additive. */
  captions_url: Type.Optional(Type.String()),
  /** Still image of the video; additive. */
  poster_url: Type.Optional(Type.String()),
})
export type RuleVideo = Static<typeof RuleVideo>

/** `Any` means no filter; an unknown value matches nothing. */
export const RuleFilters = Type.Object({
  search: Type.Optional(optionalLine()),
  category: Type.Optional(optionalLine()),
  subcategory: Type.Optional(optionalLine()),
  ...listedIn,
})
export type RuleFilters = Static<typeof RuleFilters>

const subEntries = {
  params: byId<RuleEntryId>(),
  response: { 200: Type.Array(RuleSubEntry), ...refused(404) },
}

const OfOneCategory = Type.Object({ categoryId: id<RuleCategoryId>() })

export const rulesCalls = {
  listRuleCategories: storedCall('GET', '/rules/categories/', {
    summary: 'Categories of the basic rules',
    response: { 200: Type.Array(RuleCategory) },
  }),
  listRuleSubcategories: storedCall('GET', '/rules/get-subcategories/:categoryId/', OfOneCategory, {
    summary: 'Sub-categories of one category',
    response: { 200: Type.Array(RuleSubcategory), ...refused(404) },
  }),
  listRuleVideos: storedCall('GET', '/rules/get', {
    summary: 'Rules videos',
    response: { 200: Type.Array(RuleVideo) },
  }),
  listQuickSubcategories: storedCall('GET', '/rules/get-quick-subcategories/', {
    summary: 'Sub-categories of the quick rules',
    response: { 200: Type.Array(QuickSubcategory) },
  }),
  listRuleEntries: storedCall('GET', '/rules/entries/', {
    summary: 'Basic rules in reading order',
    querystring: RuleFilters,
    response: { 200: Type.Array(BasicRuleEntry) },
  }),
  listQuickEntries: storedCall('GET', '/rules/quick-entries/', {
    summary: 'Quick rules in reading order',
    querystring: RuleFilters,
    response: { 200: Type.Array(QuickRuleEntry) },
  }),
  listRuleSubEntries: storedCall('GET', '/rules/entries/:id/sub-entries/', {
    summary: 'Sub-entries of a basic rule',
    ...subEntries,
  }),
  listQuickSubEntries: storedCall('GET', '/rules/quick-entries/:id/sub-entries/', {
    summary: 'Sub-entries of a quick rule',
    ...subEntries,
  }),
} as const satisfies CallTable

/* At the desk. */

/** A section; `level` 0 is a section of the entry, 1 a section within the one before, and so on. */
export const Section = Type.Object({
  id: anyId(),
  title: Type.String(),
  content: Type.String(),
  level: Type.Integer(),
})
/**
 * The whole list in its order; an item with the id of a section of the same entry changes that section. The staff may
 * write ten times as many sections as a member.
 */
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
  ...translationFields,
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
  ...translationFields,
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

export const deskRulesCalls = {
  'rule-categories': ordered('rule-categories', Named, NamedBody),
  'rule-subcategories': ordered(
    'rule-subcategories',
    Type.Object({ ...Named.properties, ...ofCategory }),
    Type.Object({ ...NamedBody.properties, ...ofCategory }),
  ),
  'quick-subcategories': ordered('quick-subcategories', Named, NamedBody),
  'rule-entries': ordered('rule-entries', DeskRuleEntry, RuleEntryBody),
  'rule-videos': ordered('rule-videos', DeskVideo, VideoBody),
}
