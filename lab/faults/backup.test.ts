import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import sharp from 'sharp'
import type { Engine } from '../../server/db/dialect.ts'
import { openDatabase } from '../../server/db/open.ts'
import { entryForm } from '../../test/helpers/fixtures/glossary.ts'
import { bearer, PASSWORD } from '../../test/helpers/server/accounts.ts'
import { amount, eventually, figure, isLong } from '../../test/helpers/server/faults.ts'
import { readMails } from '../../test/helpers/server/mailbox.ts'
import {
  type DataPlace,
  filesBelow,
  makePlace,
  type Rows,
  rowsOf,
  SECRET,
} from '../../test/helpers/server/places.ts'
import { allOrOne } from '../../test/helpers/server/sample.ts'
import { type ServerProcess, startProcess } from '../../test/helpers/server/serverProcess.ts'
import { engines } from '../../test/helpers/server/startServer.ts'

jest.setTimeout(600_000)

/** Acknowledged writes before the backup begins. */
const BEFORE = amount(300, 20)
const KILLS = amount(20, 1)
/** Latest share of the duration for a kill: after a restore is complete, later kills have less time. */
const TOO_LATE = 0.9
/** The short form picks one at random. */
const SOME_ENGINES = allOrOne(engines)
/** Commands to kill; the short form picks one at random. */
const KILLED = allOrOne([
  ...engines.map((engine) => `a restore on ${engine}` as const),
  ...(engines.includes('postgres') ? (['a move'] as const) : []),
])

const places: DataPlace[] = []
const servers: ServerProcess[] = []
async function place(engine: Engine): Promise<DataPlace> {
  const made = await makePlace(engine)
  places.push(made)
  return made
}
afterAll(async () => {
  for (const server of servers) server.kill('SIGKILL')
  await Promise.all(servers.map(({ ended }) => ended))
  for (const { remove } of places) remove()
})

async function serve({ dataDir, env }: DataPlace, over = {}): Promise<ServerProcess> {
  const server = await startProcess(dataDir, { ...env, ...over })
  servers.push(server)
  return server
}

/** Runs the real entry file of the commands in a process of its own. */
function startCommand(env: Readonly<Record<string, string>>, ...argv: string[]) {
  const child = spawn(process.execPath, [resolve('server/admin.ts'), ...argv], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      printed += chunk.toString()
    })
  const ended = new Promise<number | null>((done) => child.on('close', (code) => done(code)))
  return { printed: () => printed, ended, kill: () => void child.kill('SIGKILL') }
}

async function command(env: Readonly<Record<string, string>>, ...argv: string[]): Promise<string> {
  const run = startCommand(env, ...argv)
  const code = await run.ended
  if (code !== 0) throw new Error(`${argv.join(' ')}: ${code} ${run.printed()}`)
  return run.printed()
}

async function send<T>(url: string, body: object | FormData, headers = {}): Promise<T> {
  const isForm = body instanceof FormData
  const answer = await fetch(url, {
    method: 'POST',
    headers: isForm ? headers : { 'content-type': 'application/json', ...headers },
    body: isForm ? body : JSON.stringify(body),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${text}`)
  return (text === '' ? null : JSON.parse(text)) as T
}

type Tokens = { readonly access: string; readonly refresh: string }

/** Registers, activates by the mailed link, and logs in. */
async function signUp(server: ServerProcess, dataDir: string): Promise<Tokens> {
  const api = `${server.address}/api`
  const account = { email: 'mara@example.org', username: 'Mara', password: PASSWORD }
  await send(`${api}/users/register/`, account)
  const [mail] = await eventually(
    () => readMails(join(dataDir, 'mail')),
    (mails) => mails.length > 0,
  )
  await send(`${api}/discordia/verify-activate-user/`, { request_id: mail?.secret })
  return send<Tokens>(`${api}/users/login/`, account)
}

type Writers = {
  /** Names of acknowledged accounts, groups and entries. */
  readonly written: string[]
  readonly stop: () => Promise<void>
}

/** Creates accounts with their mail, groups with their owner, entries with their picture; also leaves groups. */
function startWriting(
  server: ServerProcess,
  { access }: Tokens,
  type: number,
  picture: Blob,
): Writers {
  const written: string[] = []
  let isOver = false
  const api = `${server.address}/api`
  const auth = bearer({ access })
  const lanes = [
    async (no: number) => {
      const username = `writer${no}`
      await send(`${api}/users/register/`, {
        email: `${username}@example.org`,
        username,
        password: PASSWORD,
      })
      return username
    },
    async (no: number) => {
      const name = `Group ${no}`
      const { id } = await send<{ id: number }>(`${api}/rpggroups/create/`, { name }, auth)
      if (no % 2 === 0) return name
      await fetch(`${api}/rpggroups/leave/${id}`, { headers: auth })
      return undefined
    },
    async (no: number) => {
      const title = `Entry ${no}`
      const form = entryForm({ title, entry_type: type }, picture)
      await send(`${api}/glossary/user-entries/`, form, auth)
      return title
    },
  ]
  const running = lanes.map(async (write) => {
    // A member can have a hundred entries under review, and own two hundred groups.
    for (let no = 0; !isOver && no < (write === lanes[0] ? Infinity : 99); no++) {
      const name = await write(no)
      if (name !== undefined) written.push(name)
    }
  })
  return {
    written,
    stop: async () => {
      isOver = true
      await Promise.all(running)
    },
  }
}

type Row = Readonly<Record<string, string | null>>
const parsed = (rows: Rows, table: string): Row[] =>
  (rows[table] ?? []).map((row) => Object.fromEntries(JSON.parse(row) as [string, string][]) as Row)

/** Inconsistencies that a snapshot of the database must not have. */
function contradictions(rows: Rows, dataDir: string): string[] {
  const recipients = new Set(parsed(rows, 'outbox').map(({ recipient }) => recipient))
  const members = new Set(
    parsed(rows, 'memberships').map(({ group_id, user_id }) => `${group_id} ${user_id}`),
  )
  return [
    ...parsed(rows, 'users')
      .filter(({ email = null }) => !recipients.has(email))
      .map(({ email }) => `${email} has no mail`),
    ...parsed(rows, 'groups')
      .filter(({ id, owner_id }) => !members.has(`${id} ${owner_id}`))
      .map(({ name }) => `${name} has no owner`),
    ...parsed(rows, 'glossary_entries')
      .map(({ picture }) => (JSON.parse(picture ?? '') as { key: string }).key)
      .filter((key) => !existsSync(join(dataDir, 'uploads/public', key)))
      .map((key) => `${key} is not there`),
  ]
}

describe.each(SOME_ENGINES)('a backup under load on %s', (engine) => {
  test('holds every write that was acknowledged before it began, no half of one, and serves again', async () => {
    const from = await place(engine)
    const server = await serve(from)
    const tokens = await signUp(server, from.dataDir)
    const type = await addType(from)
    const picture = sharp({ create: { width: 40, height: 30, channels: 3, background: '#836' } })
    const blob = new Blob([new Uint8Array(await picture.png().toBuffer())], { type: 'image/png' })
    const writers = startWriting(server, tokens, type, blob)
    await eventually(
      () => writers.written.length,
      (count) => count >= BEFORE,
    )
    const before = [...writers.written]
    const folder = join(from.dataDir, '../backup')
    const begun = performance.now()
    const printed = await command(from.env, 'backup', folder)
    const took = performance.now() - begun
    const during = writers.written.length - before.length
    await writers.stop()
    expect(printed).toContain('is complete and verified')
    // Proves that writes ran during the backup.
    expect(during).toBeGreaterThan(0)

    const to = await place(engine)
    await command(to.env, 'restore', folder)
    const rows = await rowsOf(to)
    expect(contradictions(rows, to.dataDir)).toEqual([])
    const all = JSON.stringify(rows)
    expect(before.filter((name) => !all.includes(JSON.stringify(name).slice(1, -1)))).toEqual([])
    // Rows that do not change are the same as in the source.
    const source = await rowsOf(from)
    for (const table of ['glossary_entries', 'refresh_tokens', 'audit_log'])
      expect(source[table]).toEqual(expect.arrayContaining([...(rows[table] ?? [])]))
    const stored = filesBelow(join(from.dataDir, 'uploads'))
    for (const [name, digest] of Object.entries(filesBelow(join(to.dataDir, 'uploads'))))
      expect([name, stored[name]]).toEqual([name, digest])
    figure(
      `${before.length} acknowledged writes before, ${during} during a backup of ${Math.round(took)} ms; 0 lost, 0 torn (limit 0)`,
    )

    const restored = await serve(to)
    const api = `${restored.address}/api`
    const login = { email: 'mara@example.org', password: PASSWORD }
    expect(await send<Tokens>(`${api}/users/login/`, login)).toHaveProperty('access')
    const renewed = await send<Tokens>(`${api}/users/login/refresh/`, { refresh: tokens.refresh })
    expect(renewed).toHaveProperty('access')
  })
})

/** Adds a type, which entries of members need. */
async function addType({ env, dataDir }: DataPlace): Promise<number> {
  const { db } = openDatabase({ databaseUrl: env.DATABASE_URL, dataDir })
  const { id } = await db
    .insertInto('glossary_types')
    .values({ name: 'Places', position: 0 })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.destroy()
  return id
}

describe('killed in the middle', () => {
  let source: DataPlace
  let folder: string
  let rows: Rows
  beforeAll(async () => {
    source = await place('sqlite')
    const server = await serve(source, { SEED: 'demo' })
    await server.end()
    folder = join(source.dataDir, '../backup')
    await command(source.env, 'backup', folder)
    rows = await rowsOf(source)
  })

  /** Waits until the files are restored and the rows are being written. */
  async function atRows(env: Readonly<Record<string, string>>, argv: readonly string[]) {
    const run = startCommand(env, ...argv)
    await eventually(run.printed, (text) => /^(The f|F)iles/m.test(text))
    return run
  }

  /** Duration of restoring the rows in an empty place. Milliseconds. */
  async function durationOfRows(
    env: Readonly<Record<string, string>>,
    argv: readonly string[],
  ): Promise<number> {
    const run = await atRows(env, argv)
    const since = performance.now()
    expect(await run.ended).toBe(0)
    return performance.now() - since
  }

  async function killed(
    env: Readonly<Record<string, string>>,
    argv: readonly string[],
    afterMs: number,
  ): Promise<void> {
    const run = await atRows(env, argv)
    if (afterMs > 0) await setTimeout(afterMs)
    run.kill()
    await run.ended
  }

  /** A server starts only on complete data; otherwise it refuses and says what to do. */
  async function isServed(to: DataPlace): Promise<boolean> {
    const server = await serve(to, { JWT_SECRET: SECRET })
    if (server.address === '') {
      expect(server.printed()).toMatch(/interrupted.*\. Run (it|the restore) again/)
      return false
    }
    await server.end()
    return true
  }

  for (const engine of engines.filter((one) => KILLED.includes(`a restore on ${one}`)))
    test(`a restore on ${engine} starts no server, and is done by the same command again`, async () => {
      const argv = ['restore', folder]
      let duration = isLong ? await durationOfRows((await place(engine)).env, argv) : 0
      let interrupted = 0
      for (let kill = 0; kill < KILLS; kill++) {
        const to = await place(engine)
        const env = { ...to.env, JWT_SECRET: SECRET }
        await killed(env, argv, (kill / KILLS) * duration)
        if (!(await isServed(to))) {
          interrupted++
          await command(env, 'restore', folder)
        } else duration *= TOO_LATE
        expect(await rowsOf(to)).toEqual(rows)
        expect(filesBelow(join(to.dataDir, 'uploads'))).toEqual(
          filesBelow(join(source.dataDir, 'uploads')),
        )
      }
      expect(interrupted).toBeGreaterThan(amount(KILLS / 2, 0))
      figure(`${interrupted} of ${KILLS} kills interrupted a restore; 0 half used (limit 0)`)
    })

  if (KILLED.includes('a move'))
    test('a move starts no server on its target, leaves its source, and is done by the same command again', async () => {
      const envOf = (to: DataPlace) => ({
        ...source.env,
        DATABASE_URL: to.env.DATABASE_URL ?? '',
        JWT_SECRET: SECRET,
      })
      let duration = isLong ? await durationOfRows(envOf(await place('postgres')), ['move']) : 0
      let interrupted = 0
      for (let kill = 0; kill < KILLS; kill++) {
        const to = await place('postgres')
        const env = envOf(to)
        await killed(env, ['move'], (kill / KILLS) * duration)
        if (!(await isServed(to))) {
          interrupted++
          await command(env, 'move')
        } else duration *= TOO_LATE
        expect(await rowsOf(to)).toEqual(rows)
      }
      expect(await rowsOf(source)).toEqual(rows)
      expect(interrupted).toBeGreaterThan(amount(KILLS / 2, 0))
      figure(`${interrupted} of ${KILLS} kills interrupted a move; 0 half used (limit 0)`)
    })

  test('a backup is no backup', async () => {
    const unfinished = join(source.dataDir, '../unfinished')
    const run = startCommand(source.env, 'backup', unfinished)
    await eventually(run.printed, (text) => text.includes('Rows'))
    run.kill()
    await run.ended
    const to = await place('sqlite')
    const refused = startCommand(to.env, 'restore', unfinished)
    expect(await refused.ended).toBe(1)
    expect(refused.printed()).toContain('isn’t a finished backup: it has no SHA256SUMS')
    expect(readFileSync(join(unfinished, 'rows/users.jsonl'), 'utf8')).toContain('mira')
  })
})
