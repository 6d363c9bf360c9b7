import { randomUUID } from 'node:crypto'
import type { MemberId } from '../../../contract/ids.ts'
import { reading } from '../../../server/work/work.ts'
import { prepareHere, reportTo, serve } from './parent.ts'

/* The application with the demo world and one member in five groups. */

/** One token for each call of a run, because a refresh invalidates it. */
const REFRESH_TOKENS = 4000
const PASSWORD = 'GoldenApple412!'
const GROUPS = 5

export type ApiReady = {
  readonly url: string
  readonly access: string
  readonly refresh: readonly string[]
  readonly login: { readonly email: string; readonly password: string }
}

const prepared = await prepareHere('demo')
const { db } = prepared.deps
const { app, url } = await serve(prepared)

const user = await db
  .selectFrom('users')
  .select(['id', 'email', 'token_version'])
  .where('username', '=', 'mira')
  .executeTakeFirstOrThrow()
const { access } = await app.siteTokens.issue(reading(prepared.deps), user)
await joinGroups(user.id)
const refresh: string[] = []
for (let i = 0; i < REFRESH_TOKENS; i++)
  refresh.push((await app.siteTokens.issue(reading(prepared.deps), user)).refresh)

reportTo({
  url,
  access,
  refresh,
  login: { email: user.email, password: PASSWORD },
} satisfies ApiReady)

async function joinGroups(member: MemberId): Promise<void> {
  const mine = await db
    .selectFrom('memberships')
    .select('group_id')
    .where('user_id', '=', member)
    .execute()
  for (let i = mine.length; i < GROUPS; i++)
    await app.inject({
      method: 'POST',
      url: '/api/rpggroups/create/',
      headers: { authorization: `Bearer ${access}` },
      payload: { name: `Table ${randomUUID().slice(0, 8)}` },
    })
}
