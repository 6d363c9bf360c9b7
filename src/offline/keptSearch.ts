import { type ContentItem, contentCalls } from '#contract/content.ts'
import type { DownloadCategory } from '#contract/downloads.ts'
import { type GlossaryEntry, glossaryCalls } from '#contract/glossary.ts'
import { type BasicRuleEntry, type QuickRuleEntry, rulesCalls } from '#contract/rules.ts'
import { type FoundOnSite, SEARCH_HITS, type SearchKind } from '#contract/siteSearch.ts'
import { excerptIn, groupOf, termKey } from '#shared/search.ts'
import { matching } from '#shared/words.ts'
import { apiBaseUrl } from '#src/platform/env.ts'
import { type KeptName, readKept } from './keptDocuments.ts'
import { folded, foldedTexts, responseFrom, textsIn, wordsIn } from './keptFilter.ts'
import { SEEN_RESPONSES } from './names.ts'

type Entry = BasicRuleEntry | QuickRuleEntry | GlossaryEntry
type Row = ReturnType<typeof rowOf>
type Source = { readonly kind: SearchKind; readonly rows: readonly Row[] }

/** @param shown texts of the excerpt @param also searched with them */
const rowOf = (
  { id, title, date }: { id: number; title: string; date?: string },
  shown: readonly string[],
  also: readonly string[] = [],
) => ({
  id,
  title,
  shown,
  date,
  title_key: folded(title).trim(),
  search_text: foldedTexts([title, ...shown, ...also]),
})

/**
 * Searches the data of this device like the search of the whole site: saved lists, and the lists of news, events and
 * downloads that were cached last. Undefined if it has none of them.
 */
export async function searchKept(
  term: string,
): Promise<(FoundOnSite & { is_kept: true }) | undefined> {
  const sources = (
    await Promise.all([
      entries('quick_rule', 'rules', rulesCalls.listQuickEntries.path),
      entries('basic_rule', 'rules', rulesCalls.listRuleEntries.path),
      entries('entry', 'glossary', glossaryCalls.listGlossaryEntries.path),
      articles('news', contentCalls.listNews.path),
      articles('event', contentCalls.listEvents.path),
      downloads(),
    ])
  ).filter((source) => source !== null)
  if (sources.length === 0) return undefined
  const key = termKey(term)
  const groups = sources.map(({ kind, rows }) =>
    groupOf(kind, matching(rows, key), SEARCH_HITS, ({ id, title, date, shown }) => ({
      id,
      title,
      ...(date !== undefined && { date }),
      ...excerptIn(shown, key),
    })),
  )
  return { groups: groups.filter(({ hits }) => hits.length > 0), suggestions: [], is_kept: true }
}

async function entries(kind: SearchKind, name: KeptName, list: string): Promise<Source | null> {
  const document = await readKept(name)
  if (!document) return null
  const texts = textsIn(document, list)
  const rows = (responseFrom(document, list, {}) ?? []) as Entry[]
  return { kind, rows: rows.map((entry) => rowOf(entry, texts(entry))) }
}

async function articles(kind: SearchKind, list: string): Promise<Source | null> {
  const seen = await readSeen<ContentItem>(list)
  return (
    seen && {
      kind,
      rows: seen.map((article) =>
        rowOf(article, [
          article.short_description,
          wordsIn(article.description, article.description_rich),
        ]),
      ),
    }
  )
}

async function downloads(): Promise<Source | null> {
  const { path } = contentCalls.listDownloads
  const kept = (await readKept('downloads'))?.answers[path] ?? null
  const categories = (await readSeen<DownloadCategory>(path)) ?? kept
  return (
    categories && {
      kind: 'download',
      rows: (categories as DownloadCategory[])
        .flatMap(({ download_files }) => download_files)
        .map(({ id, display_name: title, description, download_file_name }) =>
          rowOf({ id, title }, [description ?? ''], [download_file_name]),
        ),
    }
  )
}

/** A list that was fetched before the network was lost. @param path path below the API base */
async function readSeen<Row>(path: string): Promise<Row[] | null> {
  try {
    const response = await caches.match(apiBaseUrl() + path, {
      cacheName: SEEN_RESPONSES,
      ignoreVary: true,
    })
    const rows: unknown = await response?.json()
    return Array.isArray(rows) ? (rows as Row[]) : null
  } catch {
    return null
  }
}
