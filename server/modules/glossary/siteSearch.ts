import { excerptIn, groupOf } from '#shared/search.ts'
import { isShort, ranked } from '#shared/words.ts'
import type { HasDb } from '../../db/schema.ts'
import type { TrigramLists } from '../../db/trigramLists.ts'
import type { Deps } from '../../http/deps.ts'
import type { SearchSource } from '../../http/searchSource.ts'
import { languageOf, mainLanguage } from '../../text/contentLanguage.ts'
import { plainText } from '../../text/light.ts'
import { listSectionsOf, listTitled, listWithTitle } from './hitRepository.ts'
import type { EntryFilters } from './orderRepository.ts'
import { listPage, listTitles, textFilter } from './search.ts'

const ORDER = { column: 'title_key', direction: 'asc' } as const

/** Approved entries, for every caller: matches in titles first. */
export function glossarySource(
  { db, settings }: Pick<Deps, 'db' | 'settings'>,
  trigrams: TrigramLists,
): SearchSource {
  return {
    async find(term, limit) {
      const best = await listBest({ db }, trigrams, term, limit + 1)
      const sections = await listSectionsOf(
        { db },
        best.slice(0, limit).map(({ id }) => id),
      )
      const textsOf = ({ id, format, description }: (typeof best)[number]) => [
        plainText(format, description),
        ...sections.flatMap((one) =>
          one.entry_id === id ? [one.title, plainText(format, one.content)] : [],
        ),
      ]
      return [
        groupOf('entry', best, limit, (entry) => ({
          id: entry.id,
          title: entry.title,
          ...languageOf(entry.language, mainLanguage(settings)),
          ...excerptIn(textsOf(entry), term),
        })),
      ]
    },
    titles: (term) => listTitles({ db }, approved(term)),
  }
}

const approved = (term: string): EntryFilters => ({
  id: null,
  author: null,
  isUserMade: false,
  type: null,
  subtype: null,
  term,
})

/** Continues only while there are too few hits: each query costs more than the one before. */
async function listBest(w: HasDb, trigrams: TrigramLists, term: string, limit: number) {
  const filters = approved(term)
  const titled = await listTitled(w, filters, limit)
  if (titled.length >= limit) return titled
  const withTitle = isShort(term) ? [] : await listWithTitle(w, filters, limit)
  const byTitle = ranked(onlyOnce([...titled, ...withTitle]), term)
  if (byTitle.length >= limit) return byTitle.slice(0, limit)
  const text = await textFilter(w, trigrams, filters)
  const rows = await listPage(w, filters, text, ORDER, null, limit + byTitle.length)
  return onlyOnce([...byTitle, ...rows]).slice(0, limit)
}

const onlyOnce = <Row extends { readonly id: number }>(rows: readonly Row[]): Row[] =>
  [...new Map(rows.toReversed().map((row) => [row.id, row])).values()].toReversed()
