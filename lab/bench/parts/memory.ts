import { execFileSync } from 'node:child_process'
import { contentCalls } from '../../../contract/content.ts'
import { glossaryCalls } from '../../../contract/glossary.ts'
import { rulesCalls } from '../../../contract/rules.ts'
import { makeFolder } from '../ending.ts'
import type { Part } from '../figures.ts'
import { load } from '../load.ts'
import { type Started, start } from '../servers/started.ts'
import { sitePages } from '../sitePages.ts'

const REQUESTS = { full: 100_000, quick: 10_000 }
const KB_PER_MB = 1024
/** More than a response cache holds. */
const SEARCHES = 5000

export const part: Part = {
  title: 'Memory',
  about:
    'Resident memory of the server process with the demo world: at rest, after its first answer, and after many requests ' +
    'from ten connections, in equal shares for pages, lists of the API and glossary searches, each for something else.',
  run: async ({ isQuick }) => {
    const { path, remove } = makeFolder()
    // Filling the database takes memory too, so another process is measured.
    await (await start(path)).stop()
    const server = await start(path)
    try {
      const requests = isQuick ? REQUESTS.quick : REQUESTS.full
      const atRest = residentMb(server)
      const next = await targets(server.url)
      await load(server.url, { name: 'all', method: 'GET', path: next }, { requests })
      const base = { subject: 'server', unit: 'MB', better: 'lower' } as const
      const after = `after ${requests.toLocaleString('en')} requests`
      return {
        figures: [
          { ...base, name: 'at rest', value: atRest },
          { ...base, name: after, value: residentMb(server) },
        ],
      }
    } finally {
      await server.stop()
      remove()
    }
  },
}

function residentMb({ pid }: Started): number {
  const kilobytes = execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })
  return Number(kilobytes) / KB_PER_MB
}

/** A function that returns the path of the next request. */
async function targets(url: string): Promise<() => string> {
  const pages = (await sitePages(url)).map(({ path }) => path)
  const lists = [
    contentCalls.listNews,
    contentCalls.listLatest,
    contentCalls.listDownloads,
    rulesCalls.listRuleEntries,
    glossaryCalls.listGlossaryEntries,
  ].map(({ path }) => `/api${path}`)
  const search = (index: number) =>
    `/api${glossaryCalls.listGlossaryEntries.path}?limit=10&search=${(index % SEARCHES).toString(36)}`
  let sent = 0
  const turns = [
    (index: number) => pages[index % pages.length] ?? '',
    (index: number) => lists[index % lists.length] ?? '',
    search,
  ]
  return () => {
    const index = sent++
    return turns[index % turns.length]?.(Math.floor(index / turns.length)) ?? ''
  }
}
