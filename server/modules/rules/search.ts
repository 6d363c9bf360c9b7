import { sql } from 'kysely'
import type { RuleEntryId } from '#contract/ids.ts'
import type { RuleKind, TextFormat } from '#contract/sets.ts'
import type { ExcerptPart } from '#contract/siteSearch.ts'
import { excerptIn, excerptOf, groupOf, searchKey } from '#shared/search.ts'
import { isShort } from '#shared/words.ts'
import { cachedTexts } from '../../db/cachedTexts.ts'
import { engineOf } from '../../db/dialect.ts'
import { rowsNear } from '../../db/nearRows.ts'
import { threaded } from '../../db/readThreads.ts'
import type { HasDb } from '../../db/rows.ts'
import {
  bestOf,
  hitsOf,
  holds,
  inOrderOf,
  isOneOf,
  rankedHits,
  type Searched,
} from '../../db/search.ts'
import { isListed, type Listed } from '../../db/translated.ts'
import { sectionsOf } from '../../desk/sections.ts'
import type { SearchSource, Sought } from '../../http/searchSource.ts'
import { languageOf } from '../../text/contentLanguage.ts'
import { soughtIn } from '../../text/keys.ts'
import { plainText } from '../../text/light.ts'
import { nearTitles } from '../../text/nearTitles.ts'
import { textIndex } from '../../text/textIndex.ts'
import { listHits, READING_ORDER } from './repository.ts'

const RULES: Searched = {
  table: 'rule_entries',
  texts: 'rule_fts',
  titles: 'rule_fts',
  comparedNs: 8000,
}

const isListedRule = (listed: Listed) => isListed(listed, { table: 'rule_entries', row: 'e' })

/** Entries; longer lists do not say where the term was found. */
const EXPLAINED_MAX = 60

type Asked = Listed & {
  readonly kind: RuleKind
  /** Folded by `termKey` and not empty. */
  readonly term: string
  readonly category: number | null
  readonly subcategory: number | null
}
type Found = {
  /** Rules that match, in any order. */
  readonly ids: Int32Array<ArrayBuffer>
  /** The text around the term in rules whose title does not contain it. */
  readonly texts: ReadonlyMap<RuleEntryId, string>
  /** Titles close to the term, when nothing was found. */
  readonly near: readonly string[]
}
type Row = {
  readonly id: RuleEntryId
  readonly title_key: string
  readonly format: TextFormat
}

/** Characters of all rules of a kind that a thread has in memory; a book of 2,000 rules has 2-6 million. */
const TEXTS_MAX = 8_000_000

const inMemory = (kind: RuleKind) =>
  cachedTexts('texts', async (w) => {
    const own = w.db.selectFrom('rule_entries').where('kind', '=', kind)
    const length = sql<number>`coalesce(sum(length(search_text)), 0)`.as('length')
    if ((await own.select(length).executeTakeFirstOrThrow()).length > TEXTS_MAX) return null
    const rows = await own.select(['id', 'search_text']).execute()
    return textIndex(new Map(rows.map(({ id, search_text }) => [id, search_text])))
  })
const indexes = { basic: inMemory('basic'), quick: inMemory('quick') }

/**
 * Ids of all rules of the kind that contain the term, in memory: SQLite reads long texts, and the lists of their trigrams,
 * for milliseconds. Undefined: not in memory.
 */
const idsIn = async (w: HasDb, kind: RuleKind, term: string) =>
  engineOf(w.db) === 'sqlite' ? (await indexes[kind](w, RULES))?.(term) : undefined

export const searchRules = threaded(
  import.meta.url,
  'searchRules',
  async (w: HasDb, asked: Asked): Promise<Found> => {
    const { kind, term, category, subcategory } = asked
    const ids = await idsIn(w, kind, term)
    if (ids && ids.length > EXPLAINED_MAX && category === null && subcategory === null)
      return { ids: Int32Array.from(ids), texts: new Map(), near: [] }
    // Here a short term is found anywhere in the texts.
    const { from, holds: hold } =
      ids || isShort(term)
        ? {
            from: sql`rule_entries as e`,
            holds: ids ? isOneOf(w.db, 'e.id', ids) : holds(w.db, 'e.search_text', term),
          }
        : await hitsOf(w, { searched: RULES, term })
    const part = kind === 'basic' ? sql.raw('subcategory_id') : sql.raw('quick_subcategory_id')
    const { rows } = await sql<Row>`select e.id, e.title_key, e.format from ${from}
      where ${hold} and e.kind = ${kind}
      ${category === null ? sql`` : sql`and e.category_id = ${category}`}
      ${subcategory === null ? sql`` : sql`and e.${part} = ${subcategory}`}`.execute(w.db)
    const isExplained = rows.length <= EXPLAINED_MAX
    const untitled = isExplained ? rows.filter((row) => !row.title_key.includes(term)) : []
    const sections = await sectionsOf(w, 'rule_sub_entries', untitled)
    const texts = untitled.flatMap(({ id, format }) => {
      const text = textAround(sections(id), format, term)
      return text === null ? [] : [[id, text] as const]
    })
    const near =
      rows.length > 0
        ? []
        : await rowsNear(w, {
            searched: RULES,
            term,
            condition: sql`e.kind = ${kind} and ${isListedRule(asked)}`,
          })
    return {
      ids: Int32Array.from(rows, ({ id }) => id),
      texts: new Map(texts),
      near: nearTitles(term, near),
    }
  },
)

type Sections = readonly { readonly title: string; readonly content: string }[]

/** Parsing takes longer than searching: only what contains the term is parsed. */
function textAround(sections: Sections, format: TextFormat, term: string): string | null {
  for (const { title, content } of sections) {
    const isIn = format === 'plain' || searchKey(content).includes(term)
    const texts = [title, isIn ? plainText(format, content) : '']
    const excerpt: ExcerptPart[] | null = excerptOf(texts, term)
    if (excerpt) return excerpt.map(({ text }) => text).join('')
  }
  return null
}

const KINDS = { quick: 'quick_rule', basic: 'basic_rule' } as const
type Hit = { readonly id: RuleEntryId; readonly title_key: string; readonly kind: RuleKind }

const all = (sought: Sought) => ({
  searched: RULES,
  term: sought.term,
  condition: isListedRule(sought),
})

/** Rules of both kinds, matches in titles first, then in reading order. */
export const source: SearchSource = {
  async find(w, sought) {
    const { term, limit, main } = sought
    const inTexts = soughtIn(term)
    const quick = await idsIn(w, 'quick', inTexts)
    const basic = await idsIn(w, 'basic', inTexts)
    const ids = quick && basic && [...quick, ...basic]
    const shown = { ...READING_ORDER, columns: sql`, e.kind`, ids }
    const hits = await rankedHits<Hit>(w, all(sought), shown)
    const best = bestOf(hits, ['quick', 'basic'], limit + 1)
    const found = await listHits(w, best)
    const rows = inOrderOf(best, found)
    const sections = await sectionsOf(w, 'rule_sub_entries', rows)
    return (['quick', 'basic'] as const).map((kind) => {
      const own = rows.filter((row) => row.kind === kind)
      return groupOf(KINDS[kind], own, limit, ({ id, title, language, format }) => {
        const texts = sections(id).flatMap((one) => [one.title, plainText(format, one.content)])
        return { id, title, ...languageOf(language, main), ...excerptIn(texts, term) }
      })
    })
  },
  near: (w, sought) => rowsNear(w, all(sought)),
}
