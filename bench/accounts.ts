import { accountRoutes, groupRoutes } from '#contract/routes.ts'
import { type Call, compare, report } from './measure.ts'
import { openStage } from './processes.ts'

/** Each refresh invalidates its token, so their number limits a run; tokens are issued for two runs and a sample. */
const REFRESHES = 1200

/** `GET /rpggroups/list` for a member with 5 groups, login and refresh, each against a bare route. */
export async function run(): Promise<void> {
  const stage = await openStage()
  const { access, refresh, login } = stage.api
  const tokens = refresh[Symbol.iterator]()
  const calls: Call[] = [
    {
      name: 'GET /rpggroups/list (5 groups)',
      method: 'GET',
      path: `/api${groupRoutes.listGroups.path}`,
      headers: { authorization: `Bearer ${access}` },
    },
    {
      name: 'POST /users/login/',
      method: 'POST',
      path: `/api${accountRoutes.login.path}`,
      body: () => JSON.stringify(login),
    },
    {
      name: 'POST /users/login/refresh/',
      method: 'POST',
      path: `/api${accountRoutes.refresh.path}`,
      body: () => JSON.stringify({ refresh: tokens.next().value ?? refresh[0] }),
      amount: REFRESHES,
    },
  ]
  const rows = []
  for (const call of calls) rows.push(await compare(stage, call))
  console.log(report(rows))
  stage.close()
}
