import type { FetchBaseQueryMeta } from '@reduxjs/toolkit/query'
import { SUGGESTIONS_HEADER, SUGGESTIONS_MAX } from '#contract/lists.ts'

/** Titles that nearly hold what was searched for; none unless the server offers some with an empty list. */
export function suggestionsIn(meta: FetchBaseQueryMeta | undefined): string[] {
  try {
    const header = meta?.response?.headers.get(SUGGESTIONS_HEADER)
    const titles: unknown = JSON.parse(decodeURIComponent(header ?? '[]'))
    if (!Array.isArray(titles)) return []
    return titles.filter((title) => typeof title === 'string').slice(0, SUGGESTIONS_MAX)
  } catch {
    return []
  }
}
