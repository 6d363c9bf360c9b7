import type { ContentId } from '#contract/ids.ts'
import type { SearchHit } from '#contract/siteSearch.ts'
import { excerptIn, groupOf } from '#shared/search.ts'
import { matching, type Searched } from '#shared/words.ts'
import type { Read } from '../../db/schema.ts'
import { cachedValue } from '../../http/cache/cachedValue.ts'
import type { Deps } from '../../http/deps.ts'
import type { SearchSource } from '../../http/searchSource.ts'
import { languageOf, mainLanguage } from '../../text/contentLanguage.ts'
import { searchText, titleKey } from '../../text/keys.ts'
import { plainText } from '../../text/light.ts'
import { iso } from '../../text/time.ts'
import {
  type ContentRow,
  listByIds,
  listSearched,
  listSearchedTexts,
  nextChange,
  type SearchedRow,
} from './repository.ts'

/** Characters of all articles in memory; only title and short description of further ones, the oldest, are searched. */
const TEXTS_MAX = 8_000_000
/** Texts that one step reads and folds. */
const CHUNK = 100

type Article = SearchedRow & Searched

/** News and events that are not over, by all their texts. */
export function contentSource({ db, clock, responseCache, settings }: Deps): SearchSource {
  const articles = cachedValue<Article[]>(responseCache, 'contents', (before = []) =>
    readArticles({ db, now: clock() }, before),
  )
  const shown = async () => {
    const now = clock()
    // Scheduled ones are read, too: some may have appeared since.
    return (await articles()).filter(
      ({ publish_at, ends_at }) => (publish_at ?? Infinity) <= now && (ends_at ?? Infinity) > now,
    )
  }
  return {
    async find(term, limit) {
      const found = matching(await shown(), term)
      const groups = (['news', 'event'] as const).map((kind) => ({
        kind,
        best: found.filter((one) => one.kind === kind).slice(0, limit + 1),
      }))
      const rows = await listByIds(
        { db },
        groups.flatMap(({ best }) => best.slice(0, limit).map(({ id }) => id)),
      )
      const texts = new Map(rows.map((row) => [row.id, row]))
      return groups.map(({ kind, best }) =>
        groupOf(kind, best, limit, (article) => ({
          ...presentHit(article, texts.get(article.id), term),
          ...languageOf(article.language, mainLanguage(settings)),
        })),
      )
    },
    titles: shown,
    until: () => nextChange({ db, now: clock() }),
  }
}

const presentHit = (article: Article, row: ContentRow | undefined, term: string): SearchHit => ({
  id: article.id,
  title: article.title,
  date: iso((article.kind === 'news' ? article.publish_at : article.starts_at) ?? 0),
  ...excerptIn(row ? [row.short_description, plainText(row.format, row.description)] : [], term),
})

const SHOWN = ['title', 'language', 'short_description', 'length', 'updated_at'] as const

const isSame = (before: SearchedRow, after: SearchedRow): boolean =>
  SHOWN.every((field) => before[field] === after[field])

/** @param before the previous result: texts that have not changed since are not read again */
async function readArticles(w: Read, before: readonly Article[]): Promise<Article[]> {
  const rows = await listSearched(w)
  const known = new Map(before.map((article) => [article.id, article]))
  const keyed = new Map<ContentId, string>()
  let room = TEXTS_MAX
  const changed: ContentId[] = []
  for (const row of rows) {
    room -= row.length
    const old = known.get(row.id)
    if (old && isSame(old, row)) keyed.set(row.id, old.search_text)
    else if (room > 0) changed.push(row.id)
  }
  for (let from = 0; from < changed.length; from += CHUNK)
    for (const { id, title, short_description, description } of await listSearchedTexts(
      w,
      changed.slice(from, from + CHUNK),
    ))
      keyed.set(id, searchText([title, short_description, description]))
  return rows.map((row) => ({
    ...row,
    title_key: titleKey(row.title),
    search_text: keyed.get(row.id) ?? searchText([row.title, row.short_description]),
  }))
}
