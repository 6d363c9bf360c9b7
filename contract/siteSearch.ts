import Type, { type Static } from 'typebox'
import { inLanguage, listedIn } from './languages.ts'
import { type CallTable, openCall } from './route.ts'
import { id, lenient, optionalLine, timestamp } from './shapes.ts'

/** Hits of each kind, unless the caller asks for another number. */
export const SEARCH_HITS = 5
export const SEARCH_HITS_MAX = 20

/** Kinds of hits of the site-wide search, in the order of its groups. */
export const SEARCH_KINDS = ['quick_rule', 'basic_rule', 'entry', 'news', 'event', 'download'] as const
export type SearchKind = (typeof SEARCH_KINDS)[number]

/** The parts of an excerpt, joined, are a piece of one line of the text. */
export const ExcerptPart = Type.Object({ text: Type.String(), is_match: Type.Boolean() })
export type ExcerptPart = Static<typeof ExcerptPart>

export const SearchHit = Type.Object({
  /** Id among rows of the group's kind: the caller knows the page of each kind. */
  id: id<number>(),
  title: Type.String(),
  /** Excerpt around the match, else the beginning of the text; absent for an empty text. */
  excerpt: Type.Optional(Type.Array(ExcerptPart)),
  /** Publication of news, start of events. */
  date: Type.Optional(timestamp()),
  ...inLanguage,
})
export type SearchHit = Static<typeof SearchHit>

export const SearchGroup = Type.Object({
  kind: Type.Enum(SEARCH_KINDS),
  /** Matches in titles first. */
  hits: Type.Array(SearchHit),
  has_more: lenient(Type.Boolean(), false),
})
export type SearchGroup = Static<typeof SearchGroup>

export const FoundOnSite = Type.Object({
  /** Groups without hits are left out. */
  groups: Type.Array(SearchGroup),
  /** Titles close to the term, when nothing was found. */
  suggestions: lenient(Type.Array(Type.String()), []),
})
export type FoundOnSite = Static<typeof FoundOnSite>

export const SiteSearch = Type.Object({
  q: Type.Optional(optionalLine()),
  /** Hits of each kind. */
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: SEARCH_HITS_MAX })),
  ...listedIn,
})
export type SiteSearch = Static<typeof SiteSearch>

/** Additions: announced by `search` in the head of the page (behaviour 12.13). */
export const searchCalls = {
  searchSite: openCall('GET', '/search/', {
    summary: 'Rules, glossary entries, news, events and downloads that contain a term',
    querystring: SiteSearch,
    response: { 200: FoundOnSite },
  }),
} as const satisfies CallTable
