import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { MemberId } from '#contract/ids.ts'
import { buildApp } from '#server/app.ts'
import { prepare } from '#server/start/prepare.ts'
import { reportCpuTime } from './cpuTime.ts'

/*
 * The application in its own process, on SQLite with the demo world and one member in five groups.
 * Sends its URL, tokens and login to the parent process and ends with it.
 */

/** A refresh invalidates its token: one for each call of a run. */
const REFRESH_TOKENS = 4000
const PASSWORD = 'GoldenApple412!'

export type ApiReady = {
  readonly url: string
  readonly access: string
  readonly refresh: readonly string[]
  readonly login: { readonly email: string; readonly password: string }
}

const dataDir = mkdtempSync(join(tmpdir(), 'discordia-bench-'))
const { deps, close } = await prepare({
  ...process.env,
  DATABASE_URL: '',
  DATA_DIR: dataDir,
  SEED: 'demo',
  RATE_LIMITS: 'off',
  LOG_LEVEL: 'silent',
})
const app = await buildApp(deps)
const url = await app.listen({ port: 0, host: '127.0.0.1' })

const user = await deps.db
  .selectFrom('users')
  .select(['id', 'email', 'token_version'])
  .where('username', '=', 'mira')
  .executeTakeFirstOrThrow()
await joinFiveGroups(user.id)
const { access } = await app.siteTokens.issue(deps.db, user)
const refresh: string[] = []
for (let i = 0; i < REFRESH_TOKENS; i++)
  refresh.push((await app.siteTokens.issue(deps.db, user)).refresh)

reportCpuTime()
process.on('disconnect', async () => {
  await app.close()
  await close()
  rmSync(dataDir, { recursive: true, force: true })
  process.exit(0)
})
process.send?.({
  url,
  access,
  refresh,
  login: { email: user.email, password: PASSWORD },
} satisfies ApiReady)

async function joinFiveGroups(owner: MemberId): Promise<void> {
  const mine = await deps.db
    .selectFrom('memberships')
    .select('group_id')
    .where('user_id', '=', owner)
    .execute()
  for (let i = mine.length; i < 5; i++)
    await app.inject({
      method: 'POST',
      url: '/api/rpggroups/create/',
      headers: {
        authorization: `Bearer ${(await app.siteTokens.issue(deps.db, user)).access}`,
      },
      payload: { name: `Table ${randomUUID().slice(0, 8)}` },
    })
}
