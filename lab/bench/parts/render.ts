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
    withChild('siteProcess.ts', async ({ ready: { url } }: Child<SiteReady>) => {
      const pages = await sitePages(url)
      const rounds = isQuick ? ROUNDS.quick : ROUNDS.full
      const times = new Map<string, number[]>(pages.map(({ name }) => [name, []]))
      for (let round = 0; round < rounds; round++) {
        await searchFor(EXPIRED_MS, url)
        for (const { name, path } of pages) times.get(name)?.push(await renderMs(url, path))
      }
      return { figures: pages.map(({ name }) => figureOf(name, times.get(name) ?? [])) }
    }),
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
