import { sql } from 'kysely'
import { DESK_API_BASE } from '#contract/desk.ts'
import type { MemberId } from '#contract/ids.ts'
import type { Engine } from '#server/db/dialect.ts'
import type { DB } from '#server/db/rows.ts'
import { type DeskProcess, startDeskProcess } from '../server/deskProcess.ts'
import { type DataDir, makeDataDir } from '../server/serverProcess.ts'
import { type DeskCaller, type DeskServer, startDesk } from '../server/startDesk.ts'
import type { TestUser } from '../server/startServer.ts'

const JWT_SECRET = 'a secret of forty characters for the tests'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
/** Work that a server does by itself. */
export type Work = {
  readonly side: 'inside'
  readonly run: (server: DeskServer) => Promise<unknown>
}
/** A request that is ready to be sent. */
export type Call = {
  readonly side: 'site' | 'desk'
  readonly method: Method
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}
export type Answer = { readonly status: number; readonly body: string }

const json = (body: object | undefined) =>
  body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }

/** A request of a member, or of a stranger. */
export function site(
  user: Pick<TestUser, 'auth'> | null,
  method: Method,
  path: string,
  body?: object,
  headers: Record<string, string> = {},
): Call {
  const sent = json(body)
  return {
    side: 'site',
    method,
    url: `/api${path}`,
    ...sent,
    headers: { ...user?.auth, ...sent?.headers, ...headers },
  }
}

/** A request of a member with a form, as the browser sends it. */
export function siteForm(
  user: Pick<TestUser, 'auth'>,
  path: string,
  fields: Record<string, string>,
): Call {
  const boundary = 'a-form-boundary'
  const parts = Object.entries(fields).map(
    ([name, value]) =>
      `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const type = { 'content-type': `multipart/form-data; boundary=${boundary}` }
  const body = `${parts.join('')}--${boundary}--\r\n`
  return {
    side: 'site',
    method: 'POST',
    url: `/api${path}`,
    body,
    headers: { ...user.auth, ...type },
  }
}

/** A request of a caller at the desk. */
export function desk(who: DeskCaller, method: Method, path: string, body?: object): Call {
  const sent = json(body ?? (method === 'POST' ? {} : undefined))
  const url = `${DESK_API_BASE}${path}`
  const headers = { cookie: who.cookie, 'x-desk-csrf': who.csrf, ...sent?.headers }
  return { side: 'desk', method, url, ...sent, headers }
}

/** Environment of races: one database, and one or more servers in front of it. */
export type Stage = {
  readonly server: DeskServer
  readonly engine: Engine
  /** Two superusers at the desk. */
  readonly ada: DeskCaller
  readonly ben: DeskCaller
  /** Sends to the servers in turn. */
  readonly send: (call: Call | Work) => Promise<Answer>
  /** That many fresh members: active, without groups, under the name `Person<id>`. */
  readonly people: (count: number) => Promise<readonly TestUser[]>
  readonly clear: (tables: readonly (keyof DB)[]) => Promise<void>
  readonly close: () => Promise<void>
}

/** @param processes number of real processes that share the database; 0: the application in this process */
export async function setStage(engine: Engine, processes: number): Promise<Stage> {
  const server = await startDesk(engine, { JWT_SECRET })
  // Runs take longer than a token is valid.
  Object.assign(server.deps.settings, { accessTokenSeconds: 86_400 })
  server.passTime(Date.now() - server.deps.clock())
  const fleet = await startFleet(server, processes)
  const pool: TestUser[] = []

  async function people(count: number): Promise<readonly TestUser[]> {
    while (pool.length < count) pool.push(await server.addUser(`pool${pool.length}`))
    const { db } = server.deps
    await db.transaction().execute(async (tx) => {
      await tx.deleteFrom('name_changes').execute()
      for (const table of ['old_usernames', 'restrictions', 'blocks'] as const)
        await tx.deleteFrom(table).execute()
      const state = { deactivated_at: null, distrusted_at: null, token_version: 0 }
      const asNew = { role: 'player', ...state } as const
      await tx
        .updateTable('users')
        .set({
          ...asNew,
          username: sql<string>`'Person' || id`,
          username_key: sql<string>`'person' || id`,
        })
        .where('email', 'like', 'pool%')
        .execute()
      await tx.updateTable('refresh_tokens').set({ revoked_at: null, used_at: null }).execute()
    })
    return pool.slice(0, count).map((user) => ({ ...user, username: `Person${user.id}` }))
  }

  return {
    server,
    engine,
    ada: await server.staff('Ada', 'superuser'),
    ben: await server.staff('Ben', 'superuser'),
    async send(call) {
      if (call.side !== 'inside') return fleet.send(call)
      await call.run(server)
      return { status: 200, body: '' }
    },
    people,
    clear: (tables) =>
      server.deps.db.transaction().execute(async (tx) => {
        for (const table of tables) await tx.deleteFrom(table).execute()
      }),
    close: async () => {
      await fleet.close()
      await server.close()
    },
  }
}

async function startFleet(
  server: DeskServer,
  count: number,
): Promise<{ send: (call: Call) => Promise<Answer>; close: () => Promise<void> }> {
  const { databaseUrl } = server.deps.settings
  if (count === 0 || databaseUrl === undefined)
    return { send: (call) => inject(server, call), close: async () => undefined }
  const dataDirs: DataDir[] = Array.from({ length: count }, makeDataDir)
  const env = { DATABASE_URL: databaseUrl, JWT_SECRET }
  const processes: DeskProcess[] = await Promise.all(
    dataDirs.map((dataDir) => startDeskProcess(dataDir, env)),
  )
  let sent = 0
  return {
    send: (call) => fetchFrom(processes[sent++ % count] as DeskProcess, call),
    async close() {
      for (const process of processes) process.server.kill('SIGTERM')
      await Promise.all(processes.map((process) => process.server.ended))
      for (const dataDir of dataDirs) dataDir.remove()
    },
  }
}

async function inject({ app, desk: deskApp }: DeskServer, call: Call): Promise<Answer> {
  const { side, body, ...request } = call
  const target = side === 'site' ? app : deskApp
  const answer = await target.inject({ ...request, ...(body !== undefined && { payload: body }) })
  return { status: answer.statusCode, body: answer.body }
}

async function fetchFrom({ server, desk: deskOrigin }: DeskProcess, call: Call): Promise<Answer> {
  const { side, url, ...request } = call
  const answer = await fetch(`${side === 'site' ? server.address : deskOrigin}${url}`, request)
  return { status: answer.status, body: await answer.text() }
}

/** Translates ids of members to the roles of a test. */
export function rolesOf(people: Readonly<Record<string, Pick<TestUser, 'id'>>>) {
  const names = new Map(Object.entries(people).map(([role, { id }]) => [id, role]))
  return (id: MemberId | null): string => (id === null ? 'none' : (names.get(id) ?? `member ${id}`))
}
