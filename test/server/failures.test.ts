import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { sql } from 'kysely'
import { databaseFile } from '#server/config/env.ts'
import { openDatabase } from '#server/db/open.ts'
import type { Deps } from '#server/http/deps.ts'
import { errors } from '#server/http/errors.ts'
import { refusalOf } from '#server/http/failures.ts'
import { contentHead } from '#server/modules/content/pageHead.ts'
import { defaultKit } from '#server/text/kit.ts'
import { serverTests } from '#test/helpers/server/serverTests.ts'
import { startServer, type TestUser } from '#test/helpers/server/startServer.ts'

const coded = (code: string, message = 'the driver says no') =>
  Object.assign(new Error(message), { code })

describe('the response to a failure below the server', () => {
  test.each([
    ...['08006', '57P01', '57P03', '53300', '25P03', '25006', '28P01', '3D000', 'ECONNREFUSED'],
    ...[
      'ECONNRESET',
      'ETIMEDOUT',
      'EAI_AGAIN',
      'SQLITE_IOERR_WRITE',
      'SQLITE_CANTOPEN',
      'EROFS',
      'EMFILE',
    ],
  ])('%s: not available, 503', (code) => {
    expect(refusalOf(coded(code))).toMatchObject({
      status: 503,
      code: 'unavailable',
      retryAfterSeconds: 5,
    })
  })

  test.each([
    ...['57014', '55P03', '40001', '40P01', 'SQLITE_BUSY', 'SQLITE_BUSY_SNAPSHOT'],
    // Caused by the deletion of an account while the call runs.
    ...['23503', 'SQLITE_CONSTRAINT_FOREIGNKEY'],
  ])('%s: busy, 503', (code) => {
    expect(refusalOf(coded(code))).toMatchObject({
      status: 503,
      code: 'busy',
      retryAfterSeconds: 5,
    })
  })

  test.each(['53100', 'SQLITE_FULL', 'ENOSPC', 'EDQUOT'])('%s: no space, 507', (code) => {
    expect(refusalOf(coded(code))).toMatchObject({
      status: 507,
      code: 'no_space',
      retryAfterSeconds: 60,
    })
  })

  test.each([
    'Connection terminated unexpectedly',
    'timeout exceeded when trying to connect',
    'Client has encountered a connection error and is not queryable',
    'Query read timeout',
  ])('a lost connection without a code, "%s": 503', (message) => {
    expect(refusalOf(new Error(message))).toMatchObject({ status: 503, code: 'unavailable' })
  })

  test('the cause of a wrapped error counts; bugs and refusals keep their status', () => {
    const wrapped = new Error('Cannot write the file', { cause: coded('ENOSPC') })
    expect(refusalOf(wrapped)).toMatchObject({ status: 507 })
    for (const error of [
      coded('23505'),
      coded('SQLITE_CONSTRAINT_UNIQUE'),
      coded('42P01'),
      new TypeError('x'),
    ])
      expect(refusalOf(error)).toBeNull()
    expect(refusalOf(errors.notFound())).toBeNull()
    const circle = new Error('a')
    circle.cause = circle
    expect(refusalOf(circle)).toBeNull()
  })
})

test('the page of a news item is served without its preview during an outage of the database', async () => {
  const responseCache = { get: () => Promise.reject(coded('ECONNREFUSED')) }
  const kit = { current: () => defaultKit() }
  const deps = { responseCache, kit, jwtSecret: 'secret', clock: Date.now } as unknown as Deps
  const address = { path: '/discordia/news/1', query: new URLSearchParams(), language: 'en' }
  expect(await contentHead(deps)(address)).toBeNull()
})

serverTests('a full disk under %s', (server, engine) => {
  let mira: TestUser
  const logged: { err: { code?: string; message: string } }[] = []
  beforeAll(async () => {
    mira = await server.addUser('Mira')
    if (engine === 'sqlite') await fillDisk()
    else await raiseDiskFull()
  })

  /** Limits the pages to the present ones; a table takes the free ones. */
  async function fillDisk(): Promise<void> {
    const { db } = server.deps
    const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db)
    await sql`pragma max_page_count = ${sql.lit(rows[0]?.page_count ?? 0)}`.execute(db)
    await sql`create table filler (bytes blob)`.execute(db).catch(() => undefined)
  }
  /** Raises the error of PostgreSQL for a full disk. */
  async function raiseDiskFull(): Promise<void> {
    const { db } = server.deps
    await sql`create function no_space() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`.execute(db)
    await sql`create trigger full_disk before insert on groups for each row execute function no_space()`.execute(
      db,
    )
  }
  const createGroup = (name: string) =>
    server.send('POST', '/api/rpggroups/create/', mira.auth, { name })

  test('is a 507 with Retry-After; its cause is logged and reading continues', async () => {
    const { child } = server.app.log
    jest.spyOn(server.app.log, 'child').mockImplementation((...args) => {
      const log = child.apply(server.app.log, args)
      log.error = (entry: (typeof logged)[number]) => void logged.push(entry)
      return log
    })
    let response = await createGroup('x'.repeat(50))
    for (let i = 0; response.statusCode === 201 && i < 500; i++)
      response = await createGroup('x'.repeat(50))
    expect(response.statusCode).toBe(507)
    expect(response.headers['retry-after']).toBe('60')
    expect(response.json()).toEqual({
      errors: [
        {
          code: 'no_space',
          detail: 'We can’t save anything right now. Please try again later.',
          attr: null,
        },
      ],
      detail: 'We can’t save anything right now. Please try again later.',
    })
    expect(logged.at(-1)?.err.code).toBe(engine === 'sqlite' ? 'SQLITE_FULL' : '53100')
    const list = await server.app.inject({ url: '/api/rpggroups/list', headers: mira.auth })
    expect(list.statusCode).toBe(200)
  })

  test('an error that made the database end the transaction is not hidden by the rollback', async () => {
    const write = server.deps.db.transaction().execute(async (tx) => {
      if (engine === 'postgres')
        await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx)
      await sql`rollback`.execute(tx)
      throw coded('SQLITE_FULL')
    })
    await expect(write).rejects.toMatchObject({
      code: engine === 'sqlite' ? 'SQLITE_FULL' : '57P01',
    })
    await sql`select 1`.execute(server.deps.db)
  })
})

describe('a write to a SQLite file', () => {
  test('waits ten seconds for another program, while reads are served, and is a 503 with Retry-After', async () => {
    const server = await startServer('sqlite')
    const { auth: headers } = await server.addUser('Mira')
    const add = () => server.send('POST', '/api/rpggroups/create/', headers, { name: 'Ravens' })
    const list = () => server.app.inject({ url: '/api/rpggroups/list', headers })
    const other = new Database(databaseFile(server.deps.settings))
    other.exec('begin immediate')
    // Each reading of the clock is a quarter of a second later.
    let ms = 0
    jest.spyOn(performance, 'now').mockImplementation(() => (ms += 250))
    const refused = add()
    expect((await list()).statusCode).toBe(200)
    const { statusCode, headers: answered } = await refused
    expect([statusCode, answered['retry-after']]).toEqual([503, '5'])
    // Other code reads the clock, too.
    expect(ms).toBeGreaterThan(10_000)
    expect(ms).toBeLessThan(14_000)
    other.exec('commit')
    other.close()
    expect((await add()).statusCode).toBe(201)
    await server.close()
  })

  test('is refused when it times out in the queue, and does not block those behind it', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'discordia-queue-'))
    const { db } = openDatabase({ databaseUrl: undefined, dataDir }, 50)
    const write = () => sql`create table if not exists notes (text)`.execute(db)
    let late: Promise<unknown> = Promise.resolve()
    await db.transaction().execute(async () => {
      await expect(write()).rejects.toMatchObject({ code: 'ETIMEDOUT' })
      late = write()
    })
    await late
    await db.destroy()
    rmSync(dataDir, { recursive: true })
  })
})
