import { glossaryCalls } from '../../../contract/glossary.ts'
import { rulesCalls } from '../../../contract/rules.ts'
import { searchCalls } from '../../../contract/siteSearch.ts'
import { type ComparedCall, compare } from '../compared.ts'
import type { Figure, Options, Part } from '../figures.ts'
import { onStage, type Stage } from '../servers/child.ts'
import type { SearchesReady } from '../servers/searchesProcess.ts'

const SIZES = { full: [10_000, 100_000], quick: [10_000] }
/** Least share of the speed of a bare route that sends the same bytes, among 10,000 entries. */
const RATIO_MIN = { glossary: 0.03, site: 0.008 }
/** Most times that ten times the entries may take longer. */
const GROWTH_MAX = 5
/** Longest block of the event loop at the 99th percentile, in milliseconds. */
const STALL_MAX_MS = 10
const BROTLI = { 'accept-encoding': 'br' }

export const part: Part = {
  title: 'Searches',
  about:
    'Searches of the glossary, the rules and the whole site for terms that no cache has, beside a bare Fastify route that sends the ' +
    'same bytes, in turns, as in the part of the server: names, beginnings of words, and terms that find nothing, for which similar ' +
    `titles are looked for. While they run, the event loop blocks for at most ${STALL_MAX_MS} ms in 99 of 100 cases. SQLite.`,
  run: async (options) => {
    const figures: Figure[] = []
    for (const size of SIZES[options.isQuick ? 'quick' : 'full']) {
      process.env.BENCH_ENTRIES = String(size)
      const searched = await onStage('searchesProcess.ts', (stage: Stage<SearchesReady>) =>
        compareAll(stage, size, options),
      )
      figures.push(...searched.map((figure) => ({ ...figure, table: entries(size) })))
    }
    return { figures }
  },
}

const entries = (size: number): string => `${size.toLocaleString('en')} entries, 2,000 rules`

async function compareAll(
  stage: Stage<SearchesReady>,
  size: number,
  options: Options,
): Promise<Figure[]> {
  const { ready, ask } = stage.api
  const figures: Figure[] = []
  for (const call of callsOf(ready, size > 10_000 ? GROWTH_MAX : 1)) {
    await ask('stall')
    figures.push(...(await compare(stage, call, options)))
    figures.push({
      subject: call.name,
      name: 'block of the event loop, p99',
      value: Number(await ask('stall')),
      unit: 'ms',
      better: 'lower',
      goal: STALL_MAX_MS,
    })
  }
  return figures
}

function callsOf(
  { names, starts, absent, commonTerms, newTerms }: SearchesReady,
  growth: number,
): ComparedCall[] {
  const glossary = (search: string) =>
    `${glossaryCalls.listGlossaryEntries.path}?${new URLSearchParams({ search, limit: '10' })}`
  const rules = (search: string) =>
    `${rulesCalls.listRuleEntries.path}?${new URLSearchParams({ search })}`
  const site = (q: string) => `${searchCalls.searchSite.path}?${new URLSearchParams({ q })}`
  const calls = (where: keyof typeof RATIO_MIN, pathOf: (term: string) => string) => {
    const ratioMin = RATIO_MIN[where] / growth
    return [
      { ...searching(`${where}, names`, names.map(pathOf)), ratioMin },
      { ...searching(`${where}, beginnings of words`, starts.map(pathOf)), ratioMin },
      { ...searching(`${where}, nothing found`, absent.map(pathOf)), ratioMin },
    ]
  }
  return [
    ...calls('glossary', glossary),
    ...calls('site', site),
    searching('glossary, names, Brotli', names.map(glossary), BROTLI),
    searching('rules, 50 terms', commonTerms.map(rules)),
    // More terms than a response cache holds.
    searching('rules, new terms', newTerms.map(rules)),
  ]
}

function searching(
  name: string,
  paths: readonly string[],
  headers: Record<string, string> = {},
): ComparedCall {
  let next = 0
  return { name, method: 'GET', path: () => `/api${paths[next++ % paths.length]}`, headers }
}
