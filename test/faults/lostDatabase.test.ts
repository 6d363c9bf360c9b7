import type { TokenPair } from '#contract/shapes.ts'
import type { OwnPostgres } from '#scripts/postgres.ts'
import { PASSWORD } from '#test/helpers/server/accounts.ts'
import { amount, eventually, figure, isLong } from '#test/helpers/server/faults.ts'
import {
  connectTo,
  freeze,
  hasOwnPostgres,
  startOwnPostgres,
} from '#test/helpers/server/ownPostgres.ts'
import {
  type DataDir,
  makeDataDir,
  type ServerProcess,
  startProcess,
} from '#test/helpers/server/serverProcess.ts'

jest.setTimeout(180_000)

const JWT_SECRET = 'a secret of forty characters for the tests'
const PROCESSES = 3
const CALLERS_EACH = 16
/** Connections in the pool of one process. */
const POOL = 10
/** Milliseconds, instead of ten seconds. */
const IDLE_TIMEOUT = 1500
/** Milliseconds, a little more than the server's own timeout. */
const READY_WITHIN = 4000

type Reply = { readonly status: number; readonly retryAfter: string | null }

const reply = async (response: Promise<Response>): Promise<Reply> => {
  const { status, headers } = await response
  return { status, retryAfter: headers.get('retry-after') }
}

const oneOf = (servers: readonly ServerProcess[]): ServerProcess => {
  const [first] = servers
  if (first === undefined) throw new Error('no server has started')
  return first
}

const whenPostgres = hasOwnPostgres ? describe : undefined

whenPostgres?.('lost connections to PostgreSQL', () => {
  let database: OwnPostgres
  let servers: ServerProcess[]
  let dataDirs: DataDir[]
  let headers: Record<string, string> = { 'content-type': 'application/json' }

  beforeAll(async () => {
    database = await startOwnPostgres()
    const url = new URL(database.url)
    url.searchParams.set('idle_in_transaction_session_timeout', String(IDLE_TIMEOUT))
    const env = { DATABASE_URL: url.href, JWT_SECRET, LOG_LEVEL: 'info' }
    dataDirs = Array.from({ length: PROCESSES }, makeDataDir)
    servers = await Promise.all(dataDirs.map(({ path }) => startProcess(path, env)))
    await logInAs(oneOf(servers), 'Mara')
  })
  afterAll(async () => {
    for (const server of servers) {
      server.kill('SIGCONT')
      server.kill('SIGKILL')
      await server.ended
    }
    for (const dataDir of dataDirs) dataDir.remove()
    await database.stop()
  })

  const post = ({ address }: ServerProcess, path: string, body: object) =>
    fetch(`${address}/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  const account = (username: string) => ({
    email: `${username.toLowerCase()}@example.org`,
    username,
    password: PASSWORD,
  })

  async function logInAs(server: ServerProcess, username: string): Promise<void> {
    expect((await post(server, '/users/register/', account(username))).status).toBe(201)
    const client = await connectTo(database.url)
    await client.query('update users set activated_at = created_at')
    await client.end()
    const login = await post(server, '/users/login/', account(username))
    const { access } = (await login.json()) as TokenPair
    headers = { ...headers, authorization: `Bearer ${access}` }
  }

  const createGroup = (server: ServerProcess): Promise<Reply> =>
    reply(post(server, '/rpggroups/create/', { name: 'The Lantern Table' }))
  const ready = async ({ address }: ServerProcess): Promise<number> =>
    (await fetch(`${address}/api/ready`)).status

  /** Ends when PostgreSQL has seen so many of the server's connections in a state. */
  async function until(count: number, condition: string): Promise<void> {
    const client = await connectTo(database.url)
    const connections = async (): Promise<number> => {
      const { rows } = await client.query<{ n: number }>(
        `select count(*)::int as n from pg_stat_activity where pid <> pg_backend_pid() and ${condition}`,
      )
      return rows[0]?.n ?? 0
    }
    try {
      await eventually(connections, (seen) => seen >= count)
    } finally {
      await client.end()
    }
  }

  const terminate = async (): Promise<void> => {
    const client = await connectTo(database.url)
    await client.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and backend_type = 'client backend'",
    )
    await client.end()
  }

  test.each([
    ['a restart of the database', () => database.control('restart', '--mode=fast')],
    ['an operator who ends them', terminate],
  ])(
    '%s amid transactions ends no process; callers get 503 and a time to retry',
    async (_, lose) => {
      for (let round = 0; round < amount(5, 1); round++) {
        const holder = await connectTo(database.url)
        await holder.query('begin')
        await holder.query('lock table groups in access exclusive mode')
        const callers = servers.flatMap((server) =>
          Array.from({ length: CALLERS_EACH }, () => createGroup(server)),
        )
        await until(PROCESSES * POOL, "wait_event_type = 'Lock'")
        await lose()
        const replies = await Promise.all(callers)
        const failed = replies.filter(({ status }) => status !== 201)
        expect(failed.length).toBeGreaterThanOrEqual(PROCESSES * POOL)
        for (const { status, retryAfter } of failed) {
          expect(status).toBe(503)
          expect(Number(retryAfter)).toBeGreaterThan(0)
        }
        figure(`${failed.length} of ${replies.length} callers got 503, the others were served`)
        for (const server of servers) {
          expect(await ready(server)).toBe(200)
          expect((await createGroup(server)).status).toBe(201)
        }
      }
    },
  )

  test('a process that was paused inside a transaction continues after the database has ended it', async () => {
    const server = oneOf(servers)
    const client = await connectTo(database.url)
    const transactions = async (): Promise<number> => {
      const { rows } = await client.query<{ count: number }>(
        `select count(*)::int as count from pg_stat_activity
         where pid <> pg_backend_pid() and state <> 'idle'`,
      )
      return rows[0]?.count ?? 0
    }
    // Its next statement may be on its way already: then the pause has hit no transaction.
    const statuses = new Set<number>()
    while (statuses.size === 0) {
      const replies = Array.from({ length: 5 }, () => createGroup(server))
      await until(1, "state <> 'idle'")
      server.kill('SIGSTOP')
      await eventually(transactions, (count) => count === 0)
      server.kill('SIGCONT')
      for (const { status } of await Promise.all(replies)) statuses.add(status)
      statuses.delete(201)
    }
    await client.end()
    expect([...statuses]).toEqual([503])
    expect(await ready(server)).toBe(200)
  })

  test('a hanging database counts as an outage: readiness fails at once, callers get 503, and all recovers when it continues', async () => {
    const server = oneOf(servers)
    expect((await createGroup(server)).status).toBe(201)
    const goOn = freeze(database)
    const since = performance.now()
    const caller = createGroup(server)
    expect(await ready(server)).toBe(503)
    const readyMs = performance.now() - since
    figure(`not ready within ${Math.round(readyMs)} ms (limit ${READY_WITHIN} ms)`)
    expect(readyMs).toBeLessThan(READY_WITHIN)
    expect(await caller).toEqual({ status: 503, retryAfter: '5' })
    goOn()
    expect((await createGroup(server)).status).toBe(201)
    expect(await ready(server)).toBe(200)
  })

  test('a lost database is logged with its code; mail and announcements continue when it is back', async () => {
    const server = oneOf(servers)
    await database.control('stop', '--mode=fast')
    // A process that has not noticed the loss of its connections meets one of them, with another code.
    for (let call = 0; call <= POOL; call++)
      expect(await createGroup(server)).toEqual({ status: 503, retryAfter: '5' })
    expect(await ready(server)).toBe(503)
    await server.until(/"code":"(ECONNREFUSED)".*"msg":"request failed"/)
    await server.until(/(the database does not answer)/)
    // The mail worker looks every second.
    await server.until(/"code":"ECONNREFUSED".*(the outbox could not be read)/)
    await database.control('start')

    expect((await post(server, '/users/register/', account('Olwen'))).status).toBe(201)
    // Any of the processes may handle it.
    const printed = (pattern: RegExp): Promise<string> =>
      Promise.race(servers.map((one) => one.until(pattern)))
    expect(await printed(/"kind":"(activation)".*mail written/)).toBe('activation')
    if (isLong) {
      // The announcer looks every five seconds.
      const client = await connectTo(database.url)
      await client.query(
        `insert into preferences (user_id, notify_since) select id, 0 from users where username = 'Mara'`,
      )
      await client.query(
        `insert into contents (kind, uid, title, short_description, description, created_at, updated_at, publish_at)
           values ('news', 'bells', 'The bells of Harrow', 'They ring.', 'Again.', 1, 1, 1)`,
      )
      await client.end()
      expect(await printed(/"kind":"(new-content)"/)).toBe('new-content')
    }
    for (const one of servers) expect(await ready(one)).toBe(200)
  })
})
