import type { SearchHit } from '#contract/schemas/search.ts'
import { SEARCH_HITS } from '#contract/searchLimits.ts'
import type { SearchKind } from '#contract/sets.ts'
import { beginsWord, isShort } from '#contract/words.ts'
import { excerptOf, foldText } from './folding.ts'

/** A row of one of the specified lists. */
export type ListedRow = {
  id: number
  title: string
  /** Where the term may be, besides the title. */
  texts: readonly string[]
  date?: string
}

export type FoundGroup = { kind: SearchKind; hits: SearchHit[]; has_more: boolean }

/** The rows that contain the term, those with it in the title first. @param term folded */
export function groupOf(
  kind: SearchKind,
  rows: readonly ListedRow[],
  term: string,
  isFiltered: boolean,
): FoundGroup {
  const ranked = rows
    .map((row) => ({ row, rank: rankOf(row, term, isFiltered) }))
    .filter(({ rank }) => rank !== null)
    .sort((a, b) => Number(a.rank) - Number(b.rank))
  return {
    kind,
    has_more: ranked.length > SEARCH_HITS,
    hits: ranked.slice(0, SEARCH_HITS).map(({ row: { id, title, texts, date } }) => ({
      id,
      title,
      excerpt: excerptOf(texts, term),
      ...(date && { date }),
    })),
  }
}

/** Null: it does not contain the term. @param isFiltered by the server, which also knows texts that the list has not */
function rankOf({ title, texts }: ListedRow, term: string, isFiltered: boolean): number | null {
  const key = foldText(title)
  if (key.startsWith(term)) return 0
  if (isShort(term)) return beginsWord(key, term) ? 1 : null
  if (key.includes(term)) return 1
  return isFiltered || texts.some((text) => foldText(text).includes(term)) ? 2 : null
}
