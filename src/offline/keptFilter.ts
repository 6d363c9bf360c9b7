import type { RichText } from '#contract/formatting.ts'
import { type GlossaryEntry, glossaryCalls } from '#contract/glossary.ts'
import { ANY } from '#contract/lists.ts'
import {
  type BasicRuleEntry,
  type QuickRuleEntry,
  type RuleSubEntry,
  rulesCalls,
} from '#contract/rules.ts'
import { wordsOf } from '#shared/pageTags.ts'
import { searchKey, spelledKeys, termKey } from '#shared/search.ts'
import { beginsWord, isShort } from '#shared/words.ts'
import type { KeptDocument } from './keptDocuments.ts'
import { sectionsPath } from './listPlans.ts'

export type Query = Readonly<Record<string, unknown>>
type Entry = BasicRuleEntry | QuickRuleEntry | GlossaryEntry

const { listRuleEntries, listQuickEntries } = rulesCalls
const { listGlossaryEntries } = glossaryCalls

/**
 * The response to a call from a saved list, filtered like a server; undefined if it is unknown, such as the entries of
 * a member.
 * @param path path below the API base
 */
export function responseFrom(document: KeptDocument, path: string, query: Query): unknown {
  const kept = document.answers[path]
  if (!Array.isArray(kept)) return kept
  const texts = textsIn(document, path)
  const text: Texts = (entry) => foldedTexts([entry.title, ...texts(entry)])
  if (path === listRuleEntries.path || path === listQuickEntries.path)
    return (kept as (BasicRuleEntry | QuickRuleEntry)[]).filter(isRuleOf(query, text))
  if (path === listGlossaryEntries.path) return glossary(kept as GlossaryEntry[], query, text)
  return kept
}

type Section = Pick<RuleSubEntry, 'title' | 'content' | 'content_rich'>

/** The texts of an entry besides its title, without formatting, as a server searches them. */
export function textsIn({ answers }: KeptDocument, list: string) {
  return (entry: Entry): string[] => {
    const sections = answers[sectionsPath(list, entry.id)]
    const parts = Array.isArray(sections) ? (sections as Section[]) : []
    return [
      ...('description' in entry ? [wordsIn(entry.description, entry.description_rich)] : []),
      ...parts.flatMap((part) => [part.title, wordsIn(part.content, part.content_rich)]),
    ]
  }
}

export const wordsIn = (text: string | null, tree: RichText | undefined): string =>
  tree ? wordsOf(tree) : (text ?? '')

/** Folds texts and joins them by line breaks, so that no term matches across two of them. */
export const foldedTexts = (texts: readonly string[]): string =>
  [...texts.map(folded), ...texts.flatMap(spelledKeys)].join('\n')

type Texts = (entry: Entry) => string

/** Cache of folded texts: folding takes longer than searching, and each key of a search folds the same texts. */
const keys = new Map<string, string>()
const KEYS_MAX = 20_000

export function folded(text: string): string {
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
  return (entry: BasicRuleEntry | QuickRuleEntry): boolean => {
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
function glossary(kept: readonly GlossaryEntry[], query: Query, text: Texts): unknown {
  if (query['showMyEntries'] === true || query['cursor'] !== undefined) return undefined
  const term = termOf(query)
  const [id, type, subtype] = ['entry', 'type', 'subtype'].map((name) => idOf(query[name]))
  const holds = (entry: GlossaryEntry): boolean =>
    isShort(term) ? beginsWord(folded(entry.title), term) : text(entry).includes(term)
  const found = kept.filter(
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
