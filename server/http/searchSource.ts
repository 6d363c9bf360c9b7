import type { ExcerptPart, SearchGroup, SearchHit } from '#contract/schemas/search.ts'
import type { SearchKind } from '#contract/sets.ts'
import { excerptOf, openingOf } from '../text/excerpt.ts'
import type { Titled } from '../text/nearTitles.ts'

/** What a module lends to the search of the whole site (`search` of its face). Terms are folded by `searchKey` and not empty. */
export type SearchSource = {
  /** What every visitor may see. @param limit of hits of each kind */
  readonly find: (term: string, limit: number) => Promise<SearchGroup[]>
  /** For `nearTitles`. */
  readonly titles: (term: string) => Promise<readonly Titled[]>
  /** When its hits change by themselves; epoch milliseconds. */
  readonly until?: () => Promise<number>
}

/** @param rows one more than `limit` where there are more */
export const groupOf = <Row>(
  kind: SearchKind,
  rows: readonly Row[],
  limit: number,
  present: (row: Row) => SearchHit,
): SearchGroup => ({
  kind,
  hits: rows.slice(0, limit).map(present),
  has_more: rows.length > limit,
})

export const excerptIn = (texts: readonly string[], term: string): Pick<SearchHit, 'excerpt'> => {
  const excerpt: ExcerptPart[] | null = excerptOf(texts, term) ?? openingOf(texts)
  return excerpt ? { excerpt } : {}
}
