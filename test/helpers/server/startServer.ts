import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { kitsOf } from '#server/compose/collect.ts'
import { buildApp } from '#server/compose/site.ts'
import { readSettings } from '#server/config/env.ts'
import type { Engine } from '#server/db/dialect.ts'
import { migrate } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open.ts'
import { readsOfPrimary } from '#server/db/replica.ts'
import { openFiles } from '#server/files/openFiles.ts'
import { AREAS, ResponseCache } from '#server/http/cache/responseCache.ts'
import type { Deps } from '#server/http/deps.ts'
import { makeGates } from '#server/http/gate.ts'
import { makePasswords } from '#server/http/passwords.ts'
import { makeSecurityLog } from '#server/http/securityLog.ts'
import { emptyDatabase } from './emptyDatabase.ts'
import { addMigratedDatabase } from './testDatabase.ts'
import {
  addUser,
  BEGINNING,
  CHEAP,
  newTokens,
  rowCallsOf,
  sendTo,
  type TestServer,
} from './testServer.ts'

export type { TestServer, TestUser } from './testServer.ts'

const named = process.env.TEST_ENGINES?.split(',') as Engine[] | undefined
const hasPostgres = process.env.TEST_DATABASE_URL !== undefined

/** SQLite, or TEST_ENGINES: `npm run lab -- engines` runs all tests on PostgreSQL. */
export const engines: Engine[] = named ?? ['sqlite']

/** PostgreSQL too if the test command has found or started one; for dialects, locks, search and notifications. */
export const bothEngines: Engine[] = named || !hasPostgres ? engines : ['sqlite', 'postgres']

/** The real application on a real, empty database of the engine; nothing is shared between two of them. */
export async function startServer(
  engine: Engine,
  env: Record<string, string> = {},
  passwordCost = CHEAP,
): Promise<TestServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'discordia-test-'))
  const isCopied = engine === 'postgres' && env.DATABASE_URL === undefined
  const database = isCopied ? await addMigratedDatabase() : undefined
  const settings = readSettings({
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    // Off, so that the tests do not depend on a build of the site.
    SSR: 'off',
    RATE_LIMITS: 'off',
    SEED: 'none',
    JWT_SECRET: 'a secret of forty characters for the tests',
    ...(database && { DATABASE_URL: database.url }),
    ...env,
  })
  const { db } = openDatabase(settings)
  // No sync per commit: tests with real processes prove what survives a kill.
  if (engine === 'sqlite') await sql`pragma synchronous = off`.execute(db)
  if (!isCopied) await migrate(db, engine)
  let now = BEGINNING
  let passed = 1
  const clock = () => now
  const elapsed = () => passed
  const gates = makeGates()
  const jwtSecret = settings.jwtSecret ?? ''
  const files = await openFiles(settings)
  const kit = kitsOf({ db, clock, jwtSecret, files, settings })
  const deps: Deps = {
    db,
    publicReads: readsOfPrimary(db),
    engine,
    settings,
    clock,
    jwtSecret,
    files,
    responseCache: new ResponseCache(clock, elapsed),
    gates,
    kit,
    passwords: makePasswords(gates.hashing, passwordCost),
    security: makeSecurityLog(clock),
  }
  const app = await buildApp(deps)
  await app.ready()
  return {
    ...rowCallsOf(db),
    app,
    send: sendTo(app),
    deps,
    dataDir,
    passTime: (ms) => {
      now += ms
      passed += ms
    },
    setClockBack: (ms) => {
      now -= ms
    },
    addUser: (username, role = 'player') => addUser(app, deps, username, role),
    renew: (user) => newTokens(app, deps, { ...user, token_version: 0 }),
    empty: async () => {
      await emptyDatabase(db, engine)
      for (const area of AREAS) deps.responseCache.clear(area)
      await kit.reload()
      rmSync(join(dataDir, 'mail'), { recursive: true, force: true })
      now = BEGINNING
    },
    close: async () => {
      await app.close()
      await db.destroy()
      await database?.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
