import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { MemberId } from '#contract/ids.ts'
import type { TokenPair } from '#contract/schemas/account.ts'
import type { Role } from '#contract/sets.ts'
import { buildApp } from '#server/app.ts'
import { readSettings } from '#server/config/env.ts'
import type { Engine } from '#server/db/dialect.ts'
import { migrate } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open.ts'
import { readsOfPrimary } from '#server/db/replica.ts'
import { openFiles } from '#server/files/openFiles.ts'
import { AREAS, ResponseCache } from '#server/http/cache/responseCache.ts'
import type { App, Deps } from '#server/http/deps.ts'
import { makeGates } from '#server/http/gate.ts'
import { makeSecurityLog } from '#server/http/securityLog.ts'
import { emptyDatabase } from './emptyDatabase.ts'
import { addSchema } from './testDatabase.ts'

/** SQLite always; PostgreSQL when the test command has found or started one. */
export const engines: Engine[] = process.env.TEST_DATABASE_URL ? ['sqlite', 'postgres'] : ['sqlite']

export type TestServer = {
  readonly app: App
  readonly deps: Deps
  readonly dataDir: string
  /** Moves the server's clock forward. Milliseconds. */
  readonly passTime: (ms: number) => void
  /** Somebody sets the machine's clock back, while time goes on. Milliseconds. */
  readonly setClockBack: (ms: number) => void
  /** An activated account and a bearer header for it. */
  readonly addUser: (username: string, role?: Role) => Promise<TestUser>
  /** The same user with fresh tokens, after time has passed. */
  readonly renew: (user: TestUser) => Promise<TestUser>
  /** As new, for the next test: no rows but those of the audit log, no mail, the clock at its start. */
  readonly empty: () => Promise<void>
  readonly close: () => Promise<void>
}
export type TestUser = {
  readonly id: MemberId
  readonly username: string
  readonly tokens: TokenPair
  readonly auth: { authorization: string }
}

/** Epoch milliseconds. */
const BEGINNING = Date.UTC(2026, 5, 1, 12)

/** The real application on a real, empty database of the engine; nothing is shared between two of them. */
export async function startServer(
  engine: Engine,
  env: Record<string, string> = {},
): Promise<TestServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'discordia-test-'))
  const schema = engine === 'postgres' ? await addSchema() : undefined
  const settings = readSettings({
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    // Whether the site is built or not.
    SSR: 'off',
    RATE_LIMITS: 'off',
    SEED: 'none',
    JWT_SECRET: 'a secret of forty characters for the tests',
    ...(schema && { DATABASE_URL: schema.url }),
    ...env,
  })
  const { db } = openDatabase(settings)
  // Without a sync per commit: what survives a kill is tested on real processes.
  if (engine === 'sqlite') await sql`pragma synchronous = off`.execute(db)
  await migrate(db, engine)
  let now = BEGINNING
  let passed = 1
  const clock = () => now
  const elapsed = () => passed
  const deps: Deps = {
    db,
    publicReads: readsOfPrimary(db),
    engine,
    settings,
    clock,
    jwtSecret: settings.jwtSecret ?? '',
    files: await openFiles(settings),
    responseCache: new ResponseCache(clock, elapsed),
    gates: makeGates(),
    security: makeSecurityLog(clock),
  }
  const app = await buildApp(deps)
  await app.ready()
  return {
    app,
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
    renew: async (user) => logIn(app, deps, { ...user, token_version: 0 }),
    empty: async () => {
      await emptyDatabase(db, engine)
      for (const area of AREAS) deps.responseCache.clear(area)
      rmSync(join(dataDir, 'mail'), { recursive: true, force: true })
      now = BEGINNING
    },
    close: async () => {
      await app.close()
      await db.destroy()
      await schema?.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function addUser(app: App, deps: Deps, username: string, role: Role): Promise<TestUser> {
  const email = `${username.toLowerCase()}@example.org`
  const now = deps.clock()
  const user = await deps.db
    .insertInto('users')
    .values({
      email,
      email_key: email,
      username,
      username_key: username.toLowerCase(),
      password_hash: 'none',
      role,
      created_at: now,
      activated_at: now,
    })
    .returning(['id', 'token_version'])
    .executeTakeFirstOrThrow()
  return logIn(app, deps, { ...user, username })
}

async function logIn(
  app: App,
  deps: Deps,
  user: { id: MemberId; username: string; token_version: number },
): Promise<TestUser> {
  const tokens = await app.siteTokens.issue(deps.db, user)
  const auth = { authorization: `Bearer ${tokens.access}` }
  return { id: user.id, username: user.username, tokens, auth }
}
