import type { FetchBaseQueryMeta } from '@reduxjs/toolkit/query'
import { SUGGESTIONS_HEADER, SUGGESTIONS_MAX } from '#contract/lists.ts'

/** Titles close to the search term; none unless the server sends some with an empty list. */
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

/** The `cursor` of the `rel="next"` URL in a Link header; null when there is none. */
export function nextCursor(link: string | null): string | null {
  for (const [, url = '', attributes = ''] of (link ?? '').matchAll(/<([^>]*)>([^<]*)/g)) {
    if (!/;\s*rel="?next"?/i.test(attributes)) continue
    return new URLSearchParams(url.split('?')[1] ?? '').get('cursor')
  }
  return null
}
