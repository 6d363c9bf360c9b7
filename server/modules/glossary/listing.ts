import { setImmediate } from 'node:timers/promises'
import { TOTAL_CAP, UNPAGED_MAX } from '#contract/limits.ts'
import { LOOKUP_HEADER, TOTAL_HEADER } from '#contract/lists.ts'
import type { Db } from '../../db/schema.ts'
import type { TrigramLists } from '../../db/trigramLists.ts'
import type { Content } from '../../http/cache/cachedResponse.ts'
import { JSON_TYPE } from '../../http/cache/sendCached.ts'
import { nearTitles, suggestionsHeader } from '../../text/nearTitles.ts'
import type { ListQuery } from './listQuery.ts'
import { presentEntry } from './present.ts'
import { countEntries, listPage, listTitles, textFilter } from './search.ts'

/** Authors get another response for the same URL. */
export const VARY = { vary: 'accept-encoding, authorization' } as const

/** Entries of one step; other requests are served between two steps. */
const CHUNK = 250

/** The list as JSON, with headers for further pages and near titles. */
export async function listEntries(
  db: Db,
  trigrams: TrigramLists,
  { filters, order, after, limit = UNPAGED_MAX, urlAfter }: ListQuery,
): Promise<Content> {
  const text = await textFilter(db, trigrams, filters, order)
  const parts: string[] = []
  let [shown, last, hasMore] = [0, after, true]
  while (hasMore && shown < limit) {
    const size = Math.min(CHUNK, limit - shown)
    const found = await listPage(db, filters, text, order, last, size + 1)
    const page = found.slice(0, size)
    parts.push(...page.map((row) => JSON.stringify(presentEntry(row))))
    hasMore = found.length > size
    shown += page.length
    const end = page.at(-1)
    last = end ? { key: end.key, id: end.id } : last
    if (hasMore && shown < limit) await setImmediate()
  }
  const isWhole = after === null && !hasMore
  const total = isWhole ? shown : await countEntries(db, filters, text)
  const isMissed = isWhole && shown === 0 && filters.term !== ''
  const near = isMissed ? nearTitles(filters.term, await listTitles(db, filters)) : []
  return {
    mediaType: JSON_TYPE,
    text: `[${parts.join(',')}]`,
    compression: filters.term === '' ? 'thorough' : 'quick',
    headers: {
      [TOTAL_HEADER]: total > TOTAL_CAP ? `${TOTAL_CAP}+` : String(total),
      [LOOKUP_HEADER]: 'entry',
      ...VARY,
      ...(hasMore && last && urlAfter && { link: `<${urlAfter(last)}>; rel="next"` }),
      ...suggestionsHeader(near),
    },
  }
}
