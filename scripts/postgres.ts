import { execFile, execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { installByApt } from './apt.ts'
import { steadyPort } from './steadyPort.ts'

export type TestDatabase = {
  /** A database that the tests may fill. */
  url: string
  stop(): Promise<void>
}

/** A server that a test may stop, restart and suspend. */
export type OwnPostgres = TestDatabase & {
  /** Runs pg_ctl; `restart` keeps the port. */
  control(command: 'start' | 'stop' | 'restart', ...args: string[]): Promise<void>
  /** Process id of the postmaster. */
  readonly pid: () => number
}

/** The oldest major version that the server supports. */
const OLDEST = 15

/**
 * A PostgreSQL for the tests: TEST_DATABASE_URL; a local server on which this user may create a database;
 * a temporary server from installed binaries; for root on Debian, from binaries that are installed now.
 * @returns null, after printing a note, if there is none
 */
export async function findPostgres(): Promise<TestDatabase | null> {
  const given = process.env.TEST_DATABASE_URL
  if (given) return { url: given, stop: async () => undefined }
  const local = await databaseOnLocalServer()
  if (local) return local
  let binaries = findBinaries()
  if (!binaries) {
    if (await installByApt(['postgresql'])) binaries = findBinaries()
  }
  try {
    if (binaries) return await startPostgres(binaries)
  } catch (error) {
    console.log(`The PostgreSQL in ${binaries} doesn’t start:`, error)
  }
  console.log(
    'skipped PostgreSQL: the tests run on SQLite alone. Install PostgreSQL 15 or newer, or set TEST_DATABASE_URL.',
  )
  return null
}

async function databaseOnLocalServer(): Promise<TestDatabase | undefined> {
  const hosts = process.env.PGHOST ? [process.env.PGHOST] : ['/var/run/postgresql', '127.0.0.1']
  for (const host of hosts) {
    const url = urlOn(host)
    const name = `discordia_test_${randomBytes(6).toString('hex')}`
    try {
      await query(url('postgres'), `create database ${name}`)
    } catch {
      continue
    }
    return {
      url: url(name),
      stop: () => query(url('postgres'), `drop database ${name} with (force)`),
    }
  }
  return undefined
}

function urlOn(host: string): (database: string) => string {
  const { PGUSER = userInfo().username, PGPASSWORD = '', PGPORT = '5432' } = process.env
  const login = [PGUSER, PGPASSWORD].filter(Boolean).map(encodeURIComponent).join(':')
  return (database) =>
    `postgres://${login}@localhost:${PGPORT}/${database}?host=${encodeURIComponent(host)}`
}

async function query(connectionString: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 3000 })
  await client.connect()
  try {
    const { rows } = await client.query<{ server_version_num: string }>('show server_version_num')
    if (Number(rows[0]?.server_version_num) < OLDEST * 10_000) throw new Error('too old')
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** Folder of the newest initdb and pg_ctl. */
export function findBinaries(): string | undefined {
  const packaged = globSync('/usr/lib/postgresql/*/bin/initdb')
    .map((path) => ({ folder: dirname(path), version: Number(path.split('/')[4]) }))
    .filter(({ version }) => version >= OLDEST)
    .sort((a, b) => b.version - a.version)
  const onPath = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'pg_ctl')))
  return packaged[0]?.folder ?? onPath[0]
}

/** `isDurable`: what is committed survives a kill or a power cut, as in production. */
export type PostgresOptions = { readonly isDurable?: boolean }

/** A temporary server on a free loopback port. */
export async function startPostgres(
  binaries: string,
  { isDurable = false }: PostgresOptions = {},
): Promise<OwnPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'discordia-pg-'))
  const password = randomBytes(16).toString('hex')
  const passwordFile = join(folder, 'password')
  writeFileSync(passwordFile, password, { mode: 0o600 })
  const owner = unprivilegedUser()
  if (owner) for (const path of [folder, passwordFile]) chownSync(path, owner.uid, owner.gid)
  chmodSync(folder, 0o700)

  const data = join(folder, 'data')
  const run = (command: string, ...args: string[]) =>
    execFileSync(join(binaries, command), args, { ...owner, cwd: folder, stdio: 'ignore' })
  const login = ['--username=tests', '--auth=scram-sha-256', `--pwfile=${passwordFile}`]
  run('initdb', `--pgdata=${data}`, ...login, '--encoding=UTF8', '--locale=C', '--no-sync')
  const port = await steadyPort()
  // Autovacuum at a random moment would record that a table is empty: plans made then, also those of foreign keys,
  // would read a whole table that has grown since.
  const settings = [
    `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1 -c max_connections=200`,
    isDurable
      ? ''
      : '-c fsync=off -c synchronous_commit=off -c full_page_writes=off -c autovacuum=off',
  ]
  const log = `--log=${join(folder, 'log')}`
  const options = `--options=${settings.join(' ')}`
  run('pg_ctl', 'start', '--wait', `--pgdata=${data}`, log, options)

  let isRunning = true
  const stop = () => {
    if (!isRunning) return
    isRunning = false
    if (existsSync(join(data, 'postmaster.pid')))
      run('pg_ctl', 'stop', '--mode=immediate', `--pgdata=${data}`)
    rmSync(folder, { recursive: true, force: true })
  }
  process.once('exit', stop)
  const control: OwnPostgres['control'] = async (command, ...args) => {
    const all = [command, '--wait', `--pgdata=${data}`, ...args]
    if (command !== 'stop') all.push(log)
    if (command === 'start') all.push(options)
    await promisify(execFile)(join(binaries, 'pg_ctl'), all, { ...owner, cwd: folder })
  }
  const pid = () => Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n', 1)[0])
  return {
    url: `postgres://tests:${password}@127.0.0.1:${port}/postgres`,
    stop: async () => stop(),
    control,
    pid,
  }
}

/** PostgreSQL and pgbouncer refuse to run as root: the user to run them as. */
export function unprivilegedUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const id = (flag: string, user: string) =>
    Number(execFileSync('id', [flag, user], { stdio: ['ignore', 'pipe', 'ignore'] }))
  for (const user of ['postgres', 'nobody'])
    try {
      return { uid: id('-u', user), gid: id('-g', user) }
    } catch {
      // No such user: try the next.
    }
  throw new Error('PostgreSQL can’t run as root, and there is no user postgres or nobody.')
}
