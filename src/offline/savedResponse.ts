import { type ContentItem, contentCalls } from '#contract/content.ts'
import type { DownloadCategory } from '#contract/downloads.ts'
import type { RichText } from '#contract/formatting.ts'
import { type GlossaryEntry, glossaryCalls } from '#contract/glossary.ts'
import type { ListedIn } from '#contract/languages.ts'
import { ANY } from '#contract/lists.ts'
import {
  type BasicRuleEntry,
  type QuickRuleEntry,
  type RuleSubEntry,
  rulesCalls,
} from '#contract/rules.ts'
import {
  type FoundOnSite,
  SEARCH_HITS,
  type SearchKind,
  searchCalls,
} from '#contract/siteSearch.ts'
import { wordsOf } from '#shared/pageTags.ts'
import { excerptIn, groupOf, searchKey, spelledKeys, termKey } from '#shared/search.ts'
import { beginsWord, isShort, matching } from '#shared/words.ts'
import { apiBaseUrl } from '#src/platform/env.ts'
import { isDataOf } from './fitting.ts'
import { sectionsPath } from './listPlans.ts'
import { SAVED_FILES, SEEN_RESPONSES } from './names.ts'
import { readSaved, type SavedDocument, type SavedName } from './savedDocuments.ts'

export type Query = Readonly<Record<string, unknown>>
type ListedEntry = RuleEntry | GlossaryEntry

const { listRuleEntries, listQuickEntries } = rulesCalls
const { listGlossaryEntries } = glossaryCalls

/**
 * The response to a call from a saved list, filtered like a server; undefined if it is unknown, such as the entries of
 * a member.
 * @param path path below the API base
 */
export function responseFrom(document: SavedDocument, path: string, query: Query): unknown {
  const saved = document.answers[path]
  if (!Array.isArray(saved)) return saved
  const texts = textsIn(document, path)
  const text: Texts = (entry) => foldedTexts([entry.title, ...texts(entry)])
  if (path === listRuleEntries.path || path === listQuickEntries.path)
    return rulesIn(saved as RuleEntry[], query['language']).filter(isRuleOf(query, text))
  if (path === listGlossaryEntries.path) return glossary(saved as GlossaryEntry[], query, text)
  return saved
}

type RuleEntry = BasicRuleEntry | QuickRuleEntry

/** Saved lists are complete: what a server would leave out for a reader of this language is left out here. */
function rulesIn(saved: readonly RuleEntry[], wanted: unknown): readonly RuleEntry[] {
  const rows = saved.filter(
    ({ translations = [] }) => !translations.some(({ language }) => language === wanted),
  )
  if (rows.length === saved.length) return saved
  return rows.map((row, at) => ({ ...row, nextId: rows[at + 1]?.id ?? null }))
}

type Section = Pick<RuleSubEntry, 'title' | 'content' | 'content_rich'>

/** The texts of an entry besides its title, without formatting, as a server searches them. */
function textsIn({ answers }: SavedDocument, list: string) {
  return (entry: ListedEntry): string[] => {
    const sections = answers[sectionsPath(list, entry.id)]
    const parts = Array.isArray(sections) ? (sections as Section[]) : []
    return [
      ...('description' in entry ? [wordsIn(entry.description, entry.description_rich)] : []),
      ...parts.flatMap((part) => [part.title, wordsIn(part.content, part.content_rich)]),
    ]
  }
}

const wordsIn = (text: string | null, tree: RichText | undefined): string =>
  tree ? wordsOf(tree) : (text ?? '')

/** Folds texts and joins them by line breaks, so that no term matches across two of them. */
const foldedTexts = (texts: readonly string[]): string =>
  [...texts.map(folded), ...texts.flatMap(spelledKeys)].join('\n')

type Texts = (entry: ListedEntry) => string

/** Cache of folded texts: folding takes longer than searching, and each key of a search folds the same texts. */
const keys = new Map<string, string>()
const KEYS_MAX = 20_000

function folded(text: string): string {
  const known = keys.get(text)
  if (known !== undefined) return known
  if (keys.size >= KEYS_MAX) keys.clear()
  const key = searchKey(String(text))
  keys.set(text, key)
  return key
}

const termOf = ({ search }: Query): string => (typeof search === 'string' ? termKey(search) : '')

/** Null for a filter that is not set. */
const idOf = (value: unknown): number | null =>
  value === undefined || value === null || value === '' || value === ANY ? null : Number(value)

function isRuleOf(query: Query, text: Texts) {
  const term = termOf(query)
  const category = idOf(query['category'])
  const subcategory = idOf(query['subcategory'])
  return (entry: RuleEntry): boolean => {
    const [ofCategory, ofSubcategory] =
      'quick_subcategory' in entry
        ? [null, entry.quick_subcategory]
        : [entry.category, entry.subcategory]
    return (
      (category === null || ofCategory === category) &&
      (subcategory === null || ofSubcategory === subcategory) &&
      (term === '' || text(entry).includes(term))
    )
  }
}

/** Filters the saved list, which has the newest first, and is one page. */
function glossary(saved: readonly GlossaryEntry[], query: Query, text: Texts): unknown {
  if (query['showMyEntries'] === true || query['cursor'] !== undefined) return undefined
  const term = termOf(query)
  const [id, type, subtype] = ['entry', 'type', 'subtype'].map((name) => idOf(query[name]))
  const holds = (entry: GlossaryEntry): boolean =>
    isShort(term) ? beginsWord(folded(entry.title), term) : text(entry).includes(term)
  const found = saved.filter(
    (entry) =>
      (id === null || entry.id === id) &&
      (type === null || entry.entry_type === type) &&
      (subtype === null || entry.entry_subtype === subtype) &&
      (query['showUserEntries'] !== true || !entry.created_by.is_staff) &&
      (term === '' || holds(entry)),
  )
  if (query['sort'] === 'Newest First') return found
  if (query['sort'] === 'Oldest First') return found.toReversed()
  return found.toSorted(
    (a, b) => compared(folded(a.title).trim(), folded(b.title).trim()) || a.id - b.id,
  )
}

const compared = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

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
export async function searchSaved(
  term: string,
  listedIn: ListedIn = {},
): Promise<(FoundOnSite & { is_kept: true }) | undefined> {
  const sources = (
    await Promise.all([
      entries('quick_rule', ['rules', rulesCalls.listQuickEntries.path], listedIn),
      entries('basic_rule', ['rules', rulesCalls.listRuleEntries.path], listedIn),
      entries('entry', ['glossary', glossaryCalls.listGlossaryEntries.path], listedIn),
      articles('news', contentCalls.listNews.path, listedIn),
      articles('event', contentCalls.listEvents.path, listedIn),
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

async function entries(
  kind: SearchKind,
  [name, list]: readonly [SavedName, string],
  listedIn: ListedIn,
): Promise<Source | null> {
  const document = await readSaved(name)
  if (!document) return null
  const texts = textsIn(document, list)
  const rows = (responseFrom(document, list, listedIn) ?? []) as ListedEntry[]
  return { kind, rows: rows.map((entry) => rowOf(entry, texts(entry))) }
}

/** Lists of events have each series once, unless the server does not know how. */
const ONCE = { series: 'once' }

const withQuery = (path: string, query: Readonly<Record<string, string>>): string =>
  [path, String(new URLSearchParams(query))].filter(Boolean).join('?')

async function articles(
  kind: SearchKind,
  list: string,
  { language }: ListedIn,
): Promise<Source | null> {
  const listed = { ...(language && { language }), ...(kind === 'event' && ONCE) }
  const seen =
    (await readSeen<ContentItem>(withQuery(list, listed))) ??
    (await readSeen<ContentItem>(withQuery(list, language ? { language } : {})))
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
  const saved = (await readSaved('downloads'))?.answers[path] ?? null
  const categories = (await readSeen<DownloadCategory>(path)) ?? saved
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

const nameOf = (path: string): SavedName | null => {
  if (path.startsWith('/rules/')) return 'rules'
  if (path.startsWith('/glossary/')) return 'glossary'
  return path === contentCalls.listDownloads.path ? 'downloads' : null
}

/**
 * The response from the saved list for a call that the server did not respond to, and when the list was saved;
 * undefined if it is not saved.
 * @param path path below the API base, without the query
 */
export async function savedCopy(
  path: string,
  query: Query = {},
): Promise<{ data: unknown; at: number } | undefined> {
  if (path === searchCalls.searchSite.path) {
    const { q, language } = query
    const listedIn = typeof language === 'string' ? { language } : {}
    const found = await searchSaved(String(q), listedIn)
    return found && { data: found, at: 0 }
  }
  const name = nameOf(path)
  const document = name && (await readSaved(name))
  const data = document ? responseFrom(document, path, query) : undefined
  return document && isDataOf(path, data) ? { data, at: document.at } : undefined
}

/** A saved download. @param url absolute URL */
export async function readSavedFile(url: string): Promise<Blob | undefined> {
  const response = await caches.match(url, { cacheName: SAVED_FILES })
  return response?.blob()
}
