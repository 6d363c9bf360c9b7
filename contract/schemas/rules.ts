import Type, { type Static } from 'typebox'
import type {
  QuickSubcategoryId,
  RuleCategoryId,
  RuleEntryId,
  RuleSubcategoryId,
  RuleSubEntryId,
} from '../ids.ts'
import type { rulesRoutes } from '../rules.ts'
import { pictures } from './content.ts'
import { RichText } from './richText.ts'
import { byId, ErrorBody, id, nullable, optionalLine, type SchemasOf } from './shared.ts'

export const RuleCategory = Type.Object({ id: id<RuleCategoryId>(), name: Type.String() })
export type RuleCategory = Static<typeof RuleCategory>

export const RuleSubcategory = Type.Object({
  id: id<RuleSubcategoryId>(),
  name: Type.String(),
  category: id<RuleCategoryId>(),
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
  ...pictures,
}

export const BasicRuleEntry = Type.Object({
  ...entry,
  type: Type.Literal('basic'),
  category: nullable(id<RuleCategoryId>()),
  subcategory: nullable(id<RuleSubcategoryId>()),
})
export type BasicRuleEntry = Static<typeof BasicRuleEntry>

export const QuickRuleEntry = Type.Object({
  ...entry,
  type: Type.Literal('quick'),
  quick_subcategory: nullable(id<QuickSubcategoryId>()),
})
export type QuickRuleEntry = Static<typeof QuickRuleEntry>

export const RuleSubEntry = Type.Object({
  id: id<RuleSubEntryId>(),
  title: Type.String(),
  content: Type.String(),
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
})
export type RuleFilters = Static<typeof RuleFilters>

const subEntries = {
  params: byId<RuleEntryId>(),
  response: { 200: Type.Array(RuleSubEntry), 404: ErrorBody },
}

export const rulesSchemas = {
  listRuleCategories: {
    summary: 'Categories of the basic rules',
    response: { 200: Type.Array(RuleCategory) },
  },
  listRuleSubcategories: {
    summary: 'Sub-categories of one category',
    params: Type.Object({ categoryId: id<RuleCategoryId>() }),
    response: { 200: Type.Array(RuleSubcategory), 404: ErrorBody },
  },
  listRuleVideos: { summary: 'Rules videos', response: { 200: Type.Array(RuleVideo) } },
  listQuickSubcategories: {
    summary: 'Sub-categories of the quick rules',
    response: { 200: Type.Array(QuickSubcategory) },
  },
  listRuleEntries: {
    summary: 'Basic rules in reading order',
    querystring: RuleFilters,
    response: { 200: Type.Array(BasicRuleEntry) },
  },
  listQuickEntries: {
    summary: 'Quick rules in reading order',
    querystring: RuleFilters,
    response: { 200: Type.Array(QuickRuleEntry) },
  },
  listRuleSubEntries: { summary: 'Sub-entries of a basic rule', ...subEntries },
  listQuickSubEntries: { summary: 'Sub-entries of a quick rule', ...subEntries },
} as const satisfies SchemasOf<typeof rulesRoutes>
