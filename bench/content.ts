import { contentRoutes, type Route } from '#contract/routes.ts'
import { type Call, compare, report } from './measure.ts'
import { openStage } from './processes.ts'

const CALLS: readonly Route[] = [
  contentRoutes.listNews,
  contentRoutes.listLatest,
  contentRoutes.listDownloads,
]

/** Cached public lists of 200 items, each against a bare route. */
export async function run(): Promise<void> {
  const stage = await openStage<{ url: string }>('contentProcess.ts')
  const rows = []
  for (const { path } of CALLS) {
    const call: Call = { name: `GET ${path} (200 items)`, method: 'GET', path: `/api${path}` }
    rows.push(await compare(stage, call))
  }
  console.log(report(rows))
  stage.close()
}
