import { rulesCalls } from '../../../contract/rules.ts'
import { type Figure, median, type Part } from '../figures.ts'
import { type Child, withChild } from '../servers/child.ts'
import type { SiteReady } from '../servers/siteProcess.ts'
import { sitePages } from '../sitePages.ts'

/** Odd, for the median. */
const ROUNDS = { full: 11, quick: 5 }
const GOAL_MS = 10
/** A little longer than a rendered page is cached. */
const EXPIRED_MS = 5100
const SEARCHED = '/discordia/world'

export const part: Part = {
  title: 'Rendering',
  about:
    'Time to make the HTML of a public page that is not in the cache, by the metrics of the server: the answers of its API ' +
    'from their cache, the store, the tree and the document. Every round waits until all pages have expired, and meanwhile ' +
    'asks for searches of the glossary, as a busy server renders them: code that seldom runs takes two to three times as ' +
    'long. Medians.',
  run: ({ isQuick }) =>
    withChild('siteProcess.ts', async (site: Child<SiteReady>) => {
      const { url } = site.ready
      const pages = await sitePages(url)
      const rounds = isQuick ? ROUNDS.quick : ROUNDS.full
      const times = new Map<string, number[]>(pages.map(({ name }) => [name, []]))
      for (let round = 0; round < rounds; round++) {
        await searchFor(EXPIRED_MS, url)
        for (const { name, path } of pages) times.get(name)?.push(await renderMs(url, path))
      }
      const figures = pages.map(({ name }) => figureOf(name, times.get(name) ?? []))
      return { figures: [...figures, ...(await tableFigures(site, rounds))] }
    }),
}

const ROWS = 200
/** Most times longer that a table takes than a list of the same words, which is how such a text was written before. */
const TABLE_MAX = 1.2

const goods = Array.from({ length: ROWS }, (_, at) => [
  `Good ${at}`,
  String(at * 3),
  '0.5',
  'At the old harbour',
])
const TABLE = [
  '| Ware | Price | Weight | Where |',
  '| :-- | --: | :-: | --- |',
  ...goods.map((cells) => `| ${cells.join(' | ')} |`),
].join('\n')
const LIST = goods.map((cells) => `- ${cells.join(', ')}`).join('\n')
const SENTENCE = 'A sentence of a rule that says what something costs at the old harbour. '
const PARAGRAPH = `${SENTENCE.repeat(6).trim()}\n\n`
const PLAIN = PARAGRAPH.repeat(TABLE.length / PARAGRAPH.length + 1).slice(0, TABLE.length)

const SECTIONS = {
  'plain text of the same length': PLAIN,
  'a list of the same words': LIST,
  [`a table of ${ROWS} rows`]: TABLE,
}

/** Measures the texts in turns, each time in a rule of its own: no page has been rendered before, and the answers of the API are in the cache. */
async function tableFigures({ ready: { url }, ask }: Child<SiteReady>, rounds: number) {
  const rules: { subject: string; id: string }[] = []
  for (let round = 0; round < rounds; round++)
    for (const [subject, content] of Object.entries(SECTIONS))
      rules.push({ subject, id: String(await ask('addRule', content)) })
  await searchFor(EXPIRED_MS, url)
  await (await fetch(`${url}/api${rulesCalls.listRuleEntries.path}`)).text()
  for (const { id } of rules) {
    const path = rulesCalls.listRuleSubEntries.path.replace(':id', id)
    await (await fetch(`${url}/api${path}`)).text()
  }
  const times = new Map<string, number[]>(Object.keys(SECTIONS).map((subject) => [subject, []]))
  for (const { subject, id } of rules)
    times.get(subject)?.push(await renderMs(url, `/discordia/ruleItem/${id}`))
  const [plain = 0, list = 0, table = 0] = [...times.values()].map(median)
  const own = { table: 'A rule with a long section', unit: 'times', better: 'lower' } as const
  const subject = `a table of ${ROWS} rows`
  return [
    ...[...times].map(
      ([each, took]): Figure => ({
        ...own,
        subject: each,
        name: 'uncached',
        value: median(took),
        unit: 'ms',
      }),
    ),
    { ...own, subject, name: 'to the list', value: table / list, goal: TABLE_MAX },
    { ...own, subject, name: 'to plain text', value: table / plain },
  ]
}

const figureOf = (subject: string, times: readonly number[]): Figure => ({
  subject,
  name: 'uncached',
  value: median(times),
  unit: 'ms',
  better: 'lower',
  goal: GOAL_MS,
})

/** Requests one search after the other, each with another term. */
async function searchFor(milliseconds: number, url: string): Promise<void> {
  const end = performance.now() + milliseconds
  while (performance.now() < end) {
    const search = performance.now().toString(36)
    await (await fetch(`${url}${SEARCHED}?${new URLSearchParams({ search })}`)).text()
  }
}

async function renderMs(url: string, path: string): Promise<number> {
  const before = await rendered(url)
  await (await fetch(url + path)).text()
  const after = await rendered(url)
  if (after.count !== before.count + 1) throw new Error(`${path} was not rendered once`)
  return (after.seconds - before.seconds) * 1000
}

/** All renderings of the server until now. */
async function rendered(url: string): Promise<{ count: number; seconds: number }> {
  const metrics = await (await fetch(`${url}/api/metrics`)).text()
  const read = (name: string) =>
    Number(new RegExp(`^site_page_render_seconds_${name} (.+)$`, 'm').exec(metrics)?.[1])
  return { count: read('count'), seconds: read('sum') }
}
