import { sql } from 'kysely'
import type { Engine } from '#server/db/dialect.ts'
import { PASSWORD } from '#test/helpers/server/accounts.ts'
import { amount, figure } from '#test/helpers/server/faults.ts'
import {
  connectTo,
  hasOwnPostgres,
  killAll,
  startOwnPostgres,
} from '#test/helpers/server/ownPostgres.ts'
import {
  addAccount,
  logInTo,
  makeProcessDatabase,
  type ProcessDatabase,
} from '#test/helpers/server/processDatabase.ts'
import { allOrOne } from '#test/helpers/server/sample.ts'
import { type ServerProcess, startProcess } from '#test/helpers/server/serverProcess.ts'
import { engines } from '#test/helpers/server/startServer.ts'

jest.setTimeout(600_000)

const CRASHES = amount(20, 1)
/** Crashes of the database, whose start is slow. */
const DATABASE_CRASHES = amount(20, 1)
/** Acknowledged writes in each round before the kill. */
const WRITES = amount(1000, 30)
/** A member owns at most 200 groups. */
const MEMBERS = 8
/** Milliseconds after the kill of a database. */
const WRITES_AGAIN_WITHIN = 60_000

type Headers = Readonly<Record<string, string>>
type Writer = { readonly name: string; readonly headers: Headers }

const callOf =
  ({ address }: ServerProcess) =>
  async (path: string, body: object, headers: Headers = {}): Promise<number> => {
    const response = await fetch(`${address}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    await response.arrayBuffer()
    return response.status
  }

async function addWriters({ db }: ProcessDatabase, server: ServerProcess): Promise<Writer[]> {
  const writers: Writer[] = []
  for (let at = 0; at < MEMBERS; at++) {
    const { email } = await addAccount(db, `member${at}`)
    writers.push({ name: `member${at}`, headers: await logInTo(server.address, email) })
  }
  return writers
}

/**
 * Registers accounts and makes groups, several at a time, and kills a process when enough is acknowledged.
 * @returns the names of acknowledged writes, and of all that were sent
 */
async function writeUntilKilled(
  server: ServerProcess,
  writers: readonly Writer[],
  round: number,
  kill: () => void,
) {
  const call = callOf(server)
  const acknowledged: string[] = []
  let sent = 0
  let isKilled = false
  async function write(path: string, body: object, name: string, headers?: Headers) {
    sent++
    const status = await call(path, body, headers)
    if (status === 201) acknowledged.push(name)
    else if (!isKilled) throw new Error(`not written: ${status}`)
    if (acknowledged.length < WRITES || isKilled) return
    isKilled = true
    kill()
  }
  async function makeGroups({ name, headers }: Writer): Promise<void> {
    for (let n = 0; !isKilled; n++) {
      const group = `${name} ${round} ${n}`
      await write('/rpggroups/create/', { name: group }, group, headers)
    }
  }
  async function register(): Promise<void> {
    for (let n = 0; !isKilled; n++) {
      const username = `round${round}no${n}`
      const account = { email: `${username}@example.org`, username, password: PASSWORD }
      await write('/users/register/', account, username)
    }
  }
  const ends = await Promise.allSettled([register(), ...writers.map(makeGroups)])
  for (const end of ends)
    if (end.status === 'rejected') expect(end.reason).toMatchObject({ message: 'fetch failed' })
  return { acknowledged, sent }
}

/** Names of one round that are in the database. */
async function namesIn({ db }: ProcessDatabase): Promise<Set<string>> {
  const groups = await db.selectFrom('groups').select('name').execute()
  const users = await db.selectFrom('users').select('username').execute()
  return new Set([...groups.map(({ name }) => name), ...users.map(({ username }) => username)])
}

/** Half-finished writes: a group without its owner's membership, an account without its mail. */
async function halves({ db }: ProcessDatabase): Promise<unknown[]> {
  const ownerless = sql<{ name: string }>`select name from groups g where not exists
    (select 1 from memberships m where m.group_id = g.id and m.user_id = g.owner_id)`
  const mailless = sql<{ name: string }>`select username as name from users
    where activated_at is null and email not in (select recipient from outbox)`
  return [...(await ownerless.execute(db)).rows, ...(await mailless.execute(db)).rows]
}

/** Deletes the groups of the round, so that its members may own as many again. */
const forgetGroups = ({ db }: ProcessDatabase) => db.deleteFrom('groups').execute()

async function soundness(database: ProcessDatabase, engine: Engine): Promise<unknown[]> {
  if (engine === 'postgres') return []
  const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(
    database.db,
  )
  const foreign = await sql`pragma foreign_key_check`.execute(database.db)
  return [...rows.filter((row) => row.integrity_check !== 'ok'), ...foreign.rows]
}

/** Processes to stop, also after a failed test. */
const started: ServerProcess[] = []
const removals: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const server of started.splice(0)) {
    server.kill('SIGKILL')
    await server.ended
  }
  for (const remove of removals.splice(0)) await remove()
})

async function start({ path, env }: ProcessDatabase): Promise<ServerProcess> {
  const server = await startProcess(path, env)
  started.push(server)
  return server
}

/** The short form draws one engine. */
const SOME_ENGINES = allOrOne(engines)

describe.each(SOME_ENGINES)('a kill -9 of the server amid writes on %s', (engine) => {
  test(`loses nothing that was acknowledged, and the next start is clean, ${CRASHES} times`, async () => {
    const database = await makeProcessDatabase(engine)
    removals.push(database.remove)
    let writers: Writer[] = []
    let [lost, total, unacknowledged] = [0, 0, 0]
    for (let round = 0; round < CRASHES; round++) {
      const server = await start(database)
      expect(server.printed()).toMatch(
        /^Discordia is ready on \S+\n(The staff desk is ready on \S+\n)?$/,
      )
      if (round === 0) writers = await addWriters(database, server)
      const before = await namesIn(database)
      const { acknowledged, sent } = await writeUntilKilled(server, writers, round, () =>
        server.kill('SIGKILL'),
      )
      expect(await server.ended).toBe('SIGKILL')
      const there = await namesIn(database)
      lost += acknowledged.filter((name) => !there.has(name)).length
      total += acknowledged.length
      unacknowledged += there.size - before.size - acknowledged.length
      expect(there.size - before.size).toBeLessThanOrEqual(sent)
      expect(await halves(database)).toEqual([])
      await forgetGroups(database)
    }
    figure(`${CRASHES} kills, ${total} acknowledged writes, ${lost} lost (limit 0)`)
    figure(`${unacknowledged} written whose response the kill has taken`)
    expect(lost).toBe(0)
    expect(total).toBeGreaterThanOrEqual(CRASHES * WRITES)
    const last = await start(database)
    expect((await fetch(`${last.address}/api/ready`)).status).toBe(200)
    expect(await soundness(database, engine)).toEqual([])
    last.kill('SIGTERM')
    expect(await last.ended).toBe(0)
  })
})

if (hasOwnPostgres)
  test(`a kill -9 of PostgreSQL amid writes loses nothing that was acknowledged; the server lives on, ${DATABASE_CRASHES} times`, async () => {
    const postgres = await startOwnPostgres({ isDurable: true })
    const database = await makeProcessDatabase('postgres', { url: postgres.url })
    removals.push(database.remove, postgres.stop)
    const server = await start(database)
    const writers = await addWriters(database, server)
    const call = callOf(server)
    let [lost, total, slowest] = [0, 0, 0]
    for (let round = 0; round < DATABASE_CRASHES; round++) {
      let recovered: Promise<void> | undefined
      const { acknowledged } = await writeUntilKilled(server, writers, round, () => {
        recovered = killAll(postgres).then(() => postgres.control('start'))
      })
      await recovered
      const start = performance.now()
      const [writer] = writers
      while ((await call('/rpggroups/create/', { name: 'again' }, writer?.headers)) !== 201)
        expect(performance.now() - start).toBeLessThan(WRITES_AGAIN_WITHIN)
      slowest = Math.max(slowest, performance.now() - start)
      const observer = await connectTo(postgres.url)
      const { rows } = await observer.query<{ name: string }>(
        'select name from groups union all select username from users',
      )
      await observer.end()
      const there = new Set(rows.map(({ name }) => name))
      lost += acknowledged.filter((name) => !there.has(name)).length
      total += acknowledged.length
      expect(await halves(database)).toEqual([])
      await forgetGroups(database)
    }
    figure(`${DATABASE_CRASHES} kills, ${total} acknowledged writes, ${lost} lost (limit 0)`)
    figure(
      `writes again ${Math.round(slowest)} ms after the database was back (limit ${WRITES_AGAIN_WITHIN} ms)`,
    )
    expect(lost).toBe(0)
    expect((await fetch(`${server.address}/api/ready`)).status).toBe(200)
    server.kill('SIGTERM')
    expect(await server.ended).toBe(0)
  })
