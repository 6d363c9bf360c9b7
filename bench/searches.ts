import { glossaryRoutes, rulesRoutes } from '#contract/routes.ts'
import { type Call, compare, report } from './measure.ts'
import { openStage } from './processes.ts'
import type { SearchesReady } from './searchesProcess.ts'

const BROTLI = { 'accept-encoding': 'br' }

/** Searching 2,000 rules and 10,000 glossary entries, each against a bare route that answers the same bytes. */
export async function run(): Promise<void> {
  const stage = await openStage<SearchesReady>('searchesProcess.ts')
  const { commonTerms, newTerms, names } = stage.api
  const rules = (search: string) =>
    `/api${rulesRoutes.listRuleEntries.path}?${new URLSearchParams({ search })}`
  const glossary = (search: string) =>
    `/api${glossaryRoutes.listGlossaryEntries.path}?${new URLSearchParams({ search, limit: '10' })}`
  const calls: Call[] = [
    asked('rules, 50 terms', commonTerms.map(rules)),
    asked('rules, 50 terms, brotli', commonTerms.map(rules), BROTLI),
    // A list goes round too seldom for anything that is kept.
    asked('rules, new terms', newTerms.map(rules)),
    asked('rules, new terms, brotli', newTerms.map(rules), BROTLI),
    asked('glossary, new names', names.map(glossary)),
    asked('glossary, new names, brotli', names.map(glossary), BROTLI),
  ]
  const rows = []
  for (const call of calls) rows.push(await compare(stage, call))
  console.log(report(rows))
  stage.close()
}

function asked(name: string, paths: readonly string[], headers: Record<string, string> = {}): Call {
  let at = 0
  const path = () => paths[at++ % paths.length] ?? ''
  return { name, method: 'GET', path, headers }
}
