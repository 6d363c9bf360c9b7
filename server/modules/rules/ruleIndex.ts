import { setImmediate } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { LRUCache } from 'lru-cache'
import type { RuleEntryId } from '#contract/ids.ts'
import type { RuleKind, TextFormat } from '#contract/sets.ts'
import type { HasDb } from '../../db/schema.ts'
import { languageOf, mainLanguage } from '../../text/contentLanguage.ts'
import type { Kit } from '../../text/kit.ts'
import { plainText } from '../../text/light.ts'
import type { Titled } from '../../text/nearTitles.ts'
import { presentBasic, presentQuick } from './present.ts'
import {
  type EntryRow,
  listEntries,
  listIdsHolding,
  listSearchTexts,
  listSections,
  textLength,
} from './repository.ts'
import { type TextIndex, textIndex } from './textIndex.ts'

/** All entries of a kind, in reading order. */
export type Index = {
  readonly entries: readonly Indexed[]
  readonly titles: readonly Titled[]
  /** The JSON of all entries, each after a comma: lists are copied from it, not serialized. */
  readonly json: Buffer
  /** Null when all texts together are too long to be cached. */
  readonly text: TextIndex | null
  /** The texts of each entry, without formatting; null where `text` is. */
  readonly sections: Sections | null
  readonly words: Words
  /** Lists by their entries: different terms often find the same ones. */
  readonly lists: LRUCache<string, Buffer>
}
export type Sections = ReadonlyMap<RuleEntryId, readonly string[]>
/** What texts with formatting say, by the typed text. */
type Words = ReadonlyMap<string, string>
type Indexed = {
  readonly id: RuleEntryId
  readonly title: string
  readonly title_key: string
  /** Only where it is not the main language of the site. */
  readonly language?: string
  readonly category: number | null
  readonly subcategory: number | null
  /** Offset at which its JSON ends; it begins at the end of the entry before it. */
  readonly end: number
}

/** Limit of the cached lists of each kind. The longest of 2,000 rules takes 0.3 MB. */
const LISTS_BYTES_MAX = 8 * 1024 * 1024
/** Texts that one step reads; other requests are served between two steps. */
const CHUNK = 250
/** Time for which texts are parsed before other requests are served. */
const STEP_MS = 5

/** @param before is returned when nothing has changed: its cached lists stay */
export async function loadIndex(
  w: HasDb,
  kind: RuleKind,
  textsMax: number,
  kit: Kit,
  before?: Promise<Index>,
): Promise<Index> {
  const rows = await listEntries(w, kind)
  const isKept = (await textLength(w, kind)) <= textsMax
  const texts = isKept ? await textsOf(w, kind) : null
  const old = await before?.catch(() => undefined)
  const words = new Map<string, string>()
  const sections = isKept ? await sectionsOf(w, rows, { words, before: old?.words }) : null
  const main = mainLanguage(kit)
  const parts = jsonOfAll(kind, rows, kit)
  const json = Buffer.concat(parts)
  const inOrder = texts && rows.map(({ id }) => texts.get(id) ?? '')
  const text = inOrder && (await textIndex(inOrder, old?.text ?? undefined))
  if (old?.text === text && old.json.equals(json) && isDeepStrictEqual(old.sections, sections))
    return old
  let end = 0
  return {
    entries: rows.map((row, at) => {
      end += parts[at]?.length ?? 0
      const { title, title_key, language } = row
      return { ...placeOf(kind, row), title, title_key, ...languageOf(language, main), end }
    }),
    titles: rows.toSorted((a, b) => (a.title_key < b.title_key ? -1 : 1)),
    json,
    text,
    sections,
    words,
    lists: new LRUCache({
      maxSize: LISTS_BYTES_MAX,
      sizeCalculation: ({ length }, key) => length + key.length + 100,
    }),
  }
}

async function textsOf(w: HasDb, kind: RuleKind): Promise<Map<RuleEntryId, string>> {
  const texts = new Map<RuleEntryId, string>()
  for (let after = 0; ; await setImmediate()) {
    const rows = await listSearchTexts(w, kind, after, CHUNK)
    for (const { id, search_text } of rows) texts.set(id, search_text)
    if (rows.length < CHUNK) return texts
    after = rows.at(-1)?.id ?? after
  }
}

type Known = { readonly words: Map<string, string>; readonly before: Words | undefined }

/** @param known parsing all texts takes seconds: those that were the same before are not parsed again */
export async function sectionsOf(
  w: HasDb,
  entries: readonly { readonly id: RuleEntryId }[],
  { words, before }: Known = { words: new Map(), before: undefined },
): Promise<Sections> {
  const ids = entries.map(({ id }) => id)
  const sections = new Map<RuleEntryId, string[]>()
  const said = (format: TextFormat, typed: string): string => {
    if (format === 'plain') return typed
    const known = before?.get(typed) ?? plainText(format, typed)
    words.set(typed, known)
    return known
  }
  for (let from = 0; from < ids.length; from += CHUNK) {
    let began = performance.now()
    for (const row of await listSections(w, ids.slice(from, from + CHUNK))) {
      const own = sections.get(row.entry_id) ?? []
      own.push(row.title, said(row.format, row.content))
      sections.set(row.entry_id, own)
      if (performance.now() - began < STEP_MS) continue
      await setImmediate()
      began = performance.now()
    }
    await setImmediate()
  }
  return sections
}

/** Indexes of the entries whose texts contain the term, in their order. */
export async function holding(w: HasDb, { entries, text }: Index, kind: RuleKind, term: string) {
  if (term === '') return entries.map((_, number) => number)
  if (text !== null) return text.find(term)
  const ids = new Set(await listIdsHolding(w, kind, term))
  return entries.flatMap(({ id }, number) => (ids.has(id) ? [number] : []))
}

function jsonOfAll(kind: RuleKind, rows: readonly EntryRow[], kit: Kit): Buffer[] {
  const groups = Map.groupBy(rows, ({ translation_group }) => translation_group)
  return rows.map((row, at) => {
    const { id, translation_group: group } = row
    const others = group === null ? [] : (groups.get(group) ?? [])
    const translations = others.filter((one) => one.id !== id)
    const around = { nextId: rows[at + 1]?.id ?? null, translations, kit }
    const entry = kind === 'basic' ? presentBasic(row, around) : presentQuick(row, around)
    return Buffer.from(`,${JSON.stringify(entry)}`)
  })
}

/** Quick entries have no category, so a filter by one excludes all of them. */
const placeOf = (kind: RuleKind, row: EntryRow) =>
  kind === 'basic'
    ? { id: row.id, category: row.category_id, subcategory: row.subcategory_id }
    : { id: row.id, category: null, subcategory: row.quick_subcategory_id }
