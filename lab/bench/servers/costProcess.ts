import pg from 'pg'
import { type CallName, calls } from '../../../contract/calls.ts'
import { seedDemo } from '../../../server/db/seed/index.ts'
import { makePasswords } from '../../../server/http/passwords.ts'
import { siteActs, siteRequest } from '../../../test/helpers/fixtures/siteActs.ts'
import { PASSWORD } from '../../../test/helpers/server/accounts.ts'
import { startDesk } from '../../../test/helpers/server/startDesk.ts'
import { reportTo } from './parent.ts'

/*
 * The application on PostgreSQL with the demo world, and requests for each call of the contract, which succeed once
 * each. The clock is frozen, so that responses stay cached, except in the mode `aging`: there it advances five
 * seconds with each request, and every response is made anew.
 */

export type CostReady = { readonly url: string }
export type CostRequest = {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: Buffer | string
}

/** Milliseconds; longer than a response is cached. */
const AGE = 5001

let queries = 0
const { query } = pg.Client.prototype
pg.Client.prototype.query = function counted(this: pg.Client, ...args: never[]) {
  queries++
  return (query as (...all: never[]) => unknown).apply(this, args)
} as typeof query

const server = await startDesk('postgres', { SSR: 'on' })
const { app, deps } = server
// A run takes longer than a token is valid.
Object.assign(deps.settings, { accessTokenSeconds: 86_400 })
await seedDemo(deps, async () => 'none')
const root = await server.staff('Root', 'superuser')
// A real hash, so that its verification has the real cost.
await deps.db
  .updateTable('users')
  .set({ password_hash: await makePasswords().hash(PASSWORD) })
  .where('id', '=', root.user.id)
  .execute()

let isAging = false
app.server.prependListener('request', () => {
  if (isAging) server.passTime(AGE)
})

process.on('disconnect', async () => {
  await server.close()
  process.exit(0)
})

reportTo({ url: await app.listen({ port: 0, host: '127.0.0.1' }) } satisfies CostReady, {
  queries: () => queries,
  aging: (value) => {
    isAging = value === true
    return isAging
  },
  request: (value) => requestFor(value as CallName),
})

const cast = { member: root.user.id, other: root.user.id, owner: root.user.id }
const acts = siteActs(server, cast)
let people = 0
const newCaller = () => server.addUser(`Caller${++people}`)

/** A request of the intended caller: new members each time, who have reached no limit. */
async function requestFor(name: CallName): Promise<CostRequest> {
  const call = calls.find((one) => one.name === name)
  if (call === undefined) throw new Error(`no call ${name}`)
  const [member, other, owner] = [await newCaller(), await newCaller(), await newCaller()]
  Object.assign(cast, { member: member.id, other: other.id, owner: owner.id })
  const { url, headers, payload } = await siteRequest(call, await acts[name]('own'))
  const who = /Invite$/.test(name) && name !== 'cancelInvite' ? other : owner
  const isOpen =
    call.access === 'open' || (call.access === 'optional' && name === 'listGlossaryEntries')
  const body = payload === undefined || Buffer.isBuffer(payload) ? payload : JSON.stringify(payload)
  return {
    method: call.method,
    path: name === 'listGlossaryEntries' ? '/api/glossary/entries/?limit=10' : url,
    headers: {
      ...(typeof body === 'string' && { 'content-type': 'application/json' }),
      ...headers,
      ...(!isOpen && who.auth),
    },
    ...(body !== undefined && { body }),
  }
}
