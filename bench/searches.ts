import { glossaryRoutes, rulesRoutes } from '#contract/routes.ts'
import { type Call, compare, report } from './measure.ts'
import { openStage } from './processes.ts'
import type { SearchesReady } from './searchesProcess.ts'

const BROTLI = { 'accept-encoding': 'br' }

/** Searching 2,000 rules and 10,000 glossary entries, each against a bare route with the same response. */
export async function run(): Promise<void> {
  const stage = await openStage<SearchesReady>('searchesProcess.ts')
  const { commonTerms, newTerms, names } = stage.api
  const rules = (term: string) =>
    `/api${rulesRoutes.listRuleEntries.path}?${new URLSearchParams({ search: term })}`
  const glossary = (term: string) =>
    `/api${glossaryRoutes.listGlossaryEntries.path}?${new URLSearchParams({ search: term, limit: '10' })}`
  const calls: Call[] = [
    search('rules, 50 terms', commonTerms.map(rules)),
    search('rules, 50 terms, brotli', commonTerms.map(rules), BROTLI),
    // Too many terms for any response cache.
    search('rules, new terms', newTerms.map(rules)),
    search('rules, new terms, brotli', newTerms.map(rules), BROTLI),
    search('glossary, new names', names.map(glossary)),
    search('glossary, new names, brotli', names.map(glossary), BROTLI),
  ]
  const rows = []
  for (const call of calls) rows.push(await compare(stage, call))
  console.log(report(rows))
  stage.close()
}

function search(
  name: string,
  paths: readonly string[],
  headers: Record<string, string> = {},
): Call {
  let next = 0
  const path = () => paths[next++ % paths.length] ?? ''
  return { name, method: 'GET', path, headers }
}
