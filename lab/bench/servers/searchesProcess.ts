import { monitorEventLoopDelay } from 'node:perf_hooks'
import { searchText, titleKey } from '../../../server/text/keys.ts'
import { addEntries, addGlossaryType } from '../../../test/helpers/fixtures/glossary.ts'
import { addPeople } from '../../../test/helpers/fixtures/groups.ts'
import { makeTexts } from '../growthWords.ts'
import { prepareHere, reportTo, serve } from './parent.ts'

/* The application with 2,000 rules and many glossary entries. */

const RULES = 2000
const ENTRIES = Number(process.env.BENCH_ENTRIES ?? 10_000)
const CHUNK = 500

export type SearchesReady = {
  readonly url: string
  /** Terms in the texts of most rules. */
  readonly commonTerms: readonly string[]
  /** Further terms in the texts of most rules, more than a measurement needs. */
  readonly newTerms: readonly string[]
  /** Titles of glossary entries, whole and shortened. */
  readonly names: readonly string[]
  /** Beginnings of words, and of two words. */
  readonly starts: readonly string[]
  /** Words with letters that no entry has in this order. */
  readonly absent: readonly string[]
}

const prepared = await prepareHere('none')
const { db, clock } = prepared.deps
const textOf = makeTexts()
/** Words in the text of every rule except each fifth. */
const common = Array.from({ length: 12 }, (_, index) => textOf(index).description).join(' ')
await fillRules()
const titles = await fillGlossary()
const { url } = await serve(prepared)
const delay = monitorEventLoopDelay({ resolution: 1 })
delay.enable()

const words = [...new Set(common.split(' '))]
const newTerms: string[] = []
for (let length = 6; length < 26; length++)
  for (let start = 0; start + length < common.length; start++)
    newTerms.push(common.slice(start, start + length).trim())
reportTo(
  {
    url,
    commonTerms: words.slice(0, 50),
    newTerms: [...new Set(newTerms)],
    names: [0, 1, 2, 3].flatMap((cut) =>
      titles.map((title) => title.slice(0, Math.max(6, title.length - cut))),
    ),
    starts: [...new Set(titles.flatMap(startsOf))],
    absent: [...new Set(titles.flatMap(misspelled))],
  } satisfies SearchesReady,
  { stall },
)

function startsOf(title: string): string[] {
  const [first = '', second = ''] = title.replace('The ', '').split(' ')
  return [4, 5, 6].map((length) => first.slice(0, length)).concat(`${first} ${second.slice(0, 3)}`)
}

function misspelled(title: string, index: number): string[] {
  const word = title.split(' ').at(-1) ?? ''
  const at = 1 + (index % Math.max(1, word.length - 1))
  return ['x', 'qz'].map((letters) => word.slice(0, at) + letters + word.slice(at))
}

function stall(): number {
  const milliseconds = delay.percentile(99) / 1e6
  delay.reset()
  return milliseconds
}

async function fillRules(): Promise<void> {
  const now = clock()
  for (let from = 0; from < RULES; from += CHUNK) {
    const rows = Array.from({ length: CHUNK }, (_, offset) => {
      const { title, description } = textOf(from + offset)
      const texts = [title, description, ...(offset % 5 === 0 ? [] : [common])]
      return {
        kind: 'basic' as const,
        title: `${title} ${from + offset}`,
        position: from + offset,
        title_key: titleKey(title),
        search_text: searchText(texts),
        created_at: now,
        updated_at: now,
      }
    })
    await db.insertInto('rule_entries').values(rows).execute()
  }
}

async function fillGlossary(): Promise<string[]> {
  const [author] = await addPeople(prepared, 1)
  if (author === undefined) throw new Error('No author')
  const type_id = await addGlossaryType(prepared, 'Places')
  const titles: string[] = []
  await addEntries(prepared, author.id, ENTRIES, (at) => {
    const text = textOf(at)
    titles.push(text.title)
    return { ...text, type_id }
  })
  return titles
}
