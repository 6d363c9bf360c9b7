import { appendFileSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { kitsOf } from '../../../server/compose/collect.ts'
import { buildApp } from '../../../server/compose/site.ts'
import { readSettings } from '../../../server/config/env.ts'
import { type Database, openDatabase } from '../../../server/db/open.ts'
import { readsOfPrimary } from '../../../server/db/replica.ts'
import { openFiles } from '../../../server/files/openFiles.ts'
import { publishCleared } from '../../../server/http/cache/clearing.ts'
import { AREAS, type Area, ResponseCache } from '../../../server/http/cache/responseCache.ts'
import type { App, Deps } from '../../../server/http/deps.ts'
import { makeGates } from '../../../server/http/gate.ts'
import { makePasswords } from '../../../server/http/passwords.ts'
import { makeSecurityLog } from '../../../server/http/securityLog.ts'
import { NotOnCluster } from '../../../test/helpers/cluster/notOnCluster.ts'
import { emptyDatabase, namesOfTables } from '../../../test/helpers/server/emptyDatabase.ts'
import {
  addUser,
  BEGINNING,
  newTokens,
  type TestServer,
} from '../../../test/helpers/server/testServer.ts'
import { linkTo } from './link.ts'
import { injectAt } from './overHttp.ts'
import { clusterWith, type RunningCluster } from './running.ts'

/** Default settings of the processes. */
export const SETTINGS: Readonly<Record<string, string>> = {
  LOG_LEVEL: 'warn',
  SSR: 'off',
  RATE_LIMITS: 'off',
  SEED: 'none',
  // The limit never resets, because the clock of tests is frozen.
  MAIL_PER_MINUTE: '1000000',
  TEST_BACKGROUND: 'off',
}
/** Settings that belong to the cluster, which a test cannot change. */
const ITS_OWN =
  /^(NODE_ENV|TRUST_PROXY|DATA_DIR|DATABASE_\w+|S3_\w+|SMTP_URL|PORT|DESK_PORT|HOST|JWT_SECRET)$/

let isOpen = false

/**
 * Replaces `startServer`: uses the processes, databases, store and mail server of the cluster of TEST_BASE_URL,
 * emptied. Work of tests besides calls (rows, tokens, due mail) is done in this process on the same database.
 * @throws NotOnCluster for settings that belong to the cluster, and for a second server at the same time
 */
export async function startOnCluster(env: Record<string, string> = {}): Promise<TestServer> {
  const foreign = Object.keys(env).find((name) => ITS_OWN.test(name))
  if (foreign !== undefined) throw new NotOnCluster(`it sets ${foreign}`)
  if (isOpen) throw new NotOnCluster('two servers at once')
  const cluster = await clusterWith({ ...SETTINGS, ...env })
  noteUse(cluster)
  const { dataDir } = cluster
  rmSync(dataDir, { recursive: true, force: true })
  mkdirSync(dataDir, { recursive: true })
  const { db } = openDatabase({ databaseUrl: replayed(cluster.databaseUrl), dataDir })
  const operator = openDatabase({ databaseUrl: named(cluster.operatorUrl), dataDir })
  const link = await linkTo(cluster.databaseUrl, db, cluster.processes)
  isOpen = true
  let [now, passed] = [BEGINNING, 1]
  // Started at once, because browsers do not wait for it as requests of a test do.
  const setTime = () => {
    link.setTime({ now, passed })
    void sync().catch(() => undefined)
  }
  // Sent in the order of the calls, before the next request.
  let cleared = Promise.resolve()
  const clear = (areas: readonly Area[]) => {
    cleared = cleared.then(() => publishCleared({ db }, areas))
  }
  const sync = async () => {
    await cleared
    await link.sync()
  }
  const begin = async () => {
    rmSync(join(dataDir, 'mail'), { recursive: true, force: true })
    now = BEGINNING
    setTime()
    clear(AREAS)
    await sync()
  }
  await truncate(operator)
  await begin()
  const deps = await depsOf(cluster, {
    db,
    dataDir,
    clock: () => now,
    clear: (area) => clear([area]),
  })
  const local = await buildApp(deps)
  await local.ready()
  return {
    sync,
    app: remote(local, cluster.url, sync),
    reachDesk: (desk) => remote(desk, cluster.deskUrl, sync),
    deps,
    dataDir,
    passTime: (ms) => {
      now += ms
      passed += ms
      setTime()
    },
    setClockBack: (ms) => {
      now -= ms
      setTime()
    },
    addUser: (username, role = 'player') => addUser(local, deps, username, role),
    renew: (user) => newTokens(local, deps, { ...user, token_version: 0 }),
    empty: async () => {
      await emptyDatabase(operator.db, 'postgres')
      await begin()
    },
    close: async () => {
      isOpen = false
      await local.close()
      await link.close()
      await Promise.all([db.destroy(), operator.db.destroy()])
    },
  }
}

/** An application whose requests go to the cluster; only its tokens and log are local. */
const remote = (local: App, url: string, sync: () => Promise<void>): App =>
  only(local, 'the application', ['siteTokens', 'log', 'ready', 'close'], {
    inject: injectAt(url, sync),
  })

/** Makes commits wait for the replica, because the processes do not know about writes of tests. */
function replayed(databaseUrl: string): string {
  const url = new URL(named(databaseUrl))
  url.searchParams.set('options', '-c synchronous_commit=remote_apply')
  return url.href
}

const TESTS = 'discordia tests'

function named(databaseUrl: string): string {
  const url = new URL(databaseUrl)
  url.searchParams.set('application_name', TESTS)
  return url.href
}

/** Deletes all rows, also of the audit log, and restarts ids at 1. Ends transactions that an earlier test left open. */
async function truncate({ db }: Database): Promise<void> {
  const tables = (await namesOfTables(db, 'postgres')).map((name) => sql.table(name))
  await db.connection().execute(async (connection) => {
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = ${TESTS} and usename = 'discordia'`.execute(connection)
    await sql`set session_replication_role = replica`.execute(connection)
    await sql`truncate ${sql.join(tables)} restart identity cascade`.execute(connection)
    await sql`set session_replication_role = origin`.execute(connection)
  })
}

type Parts = Pick<Deps, 'db' | 'clock'> & {
  readonly dataDir: string
  readonly clear: (area: Area) => void
}

async function depsOf(
  cluster: RunningCluster,
  { db, dataDir, clock, clear }: Parts,
): Promise<Deps> {
  const settings = readSettings({ ...cluster.env, DATA_DIR: dataDir, LOG_LEVEL: 'silent' })
  const responseCache = only(new ResponseCache(clock), 'a cache', [], { clear })
  const jwtSecret = settings.jwtSecret ?? ''
  const files = await openFiles(settings)
  return {
    db,
    publicReads: readsOfPrimary(db),
    engine: 'postgres',
    settings,
    clock,
    jwtSecret,
    files,
    responseCache,
    gates: makeGates(),
    kit: kitsOf({ db, clock, jwtSecret, files, settings }),
    passwords: makePasswords(),
    security: makeSecurityLog(clock),
  }
}

/** The same object with some members replaced; others that are not `usable` belong to one process and throw. */
function only<T extends object>(
  object: T,
  what: string,
  usable: readonly string[],
  replaced: Partial<T>,
): T {
  return new Proxy(object, {
    get(target, name) {
      if (Object.hasOwn(replaced, name)) return Reflect.get(replaced, name)
      if (name === 'then') return undefined
      if (typeof name === 'string' && !usable.includes(name))
        throw new NotOnCluster(`${name} of ${what} in one process`)
      const member: unknown = Reflect.get(target, name)
      return typeof member === 'function' ? member.bind(target) : member
    },
  })
}

/** Records that a test file has used the cluster. */
function noteUse({ folder }: RunningCluster): void {
  appendFileSync(join(folder, 'used'), `${expect.getState().testPath}\n`)
}
