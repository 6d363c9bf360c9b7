import { execFile } from 'node:child_process'
import { appendFileSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { unprivilegedUser } from '../../scripts/postgres.ts'
import { writePid } from './daemons.ts'
import { DATABASE, giveAway, type Place, writePrivately } from './place.ts'

export type Role = 'primary' | 'standby'

const run = promisify(execFile)
const dataOf = ({ folder }: Place, role: Role): string => join(folder, role)
/** `options` of DATABASE_URL and the like, for one of the two servers and a user. */
export const urlOf = ({ ports, password }: Place, role: Role, user = DATABASE): string =>
  `postgres://${user}:${password}@127.0.0.1:${ports[role]}/${user === DATABASE ? DATABASE : 'postgres'}`

/** Settings that the product requests with each connection and that a pooler cannot pass on (docs/large-site.md). */
const LIMITS = [
  `alter role ${DATABASE} set statement_timeout = '3s'`,
  `alter role ${DATABASE} set idle_in_transaction_session_timeout = '10s'`,
]

/** Starts a primary with the product's empty database, and a synchronous standby. */
export async function startDatabases(place: Place): Promise<void> {
  for (const role of ['primary', 'standby'] as const) {
    mkdirSync(dataOf(place, role), { mode: 0o700 })
    giveAway(dataOf(place, role))
  }
  await makePrimary(place)
  await startServer(place, 'primary')
  await query(urlOf(place, 'primary', 'postgres'), [
    `create role ${DATABASE} login password '${place.password}'`,
    `create database ${DATABASE} owner ${DATABASE}`,
    ...LIMITS,
  ])
  await makeStandby(place)
  await query(urlOf(place, 'primary', 'postgres'), [
    "alter system set synchronous_standby_names = 'standby'",
    'select pg_reload_conf()',
  ])
}

async function makePrimary(place: Place): Promise<void> {
  const passwordFile = join(place.folder, 'password')
  writePrivately(passwordFile, place.password)
  const login = ['--username=postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`]
  const quick = place.isQuick ? ['--no-sync'] : []
  await runTool(place, 'initdb', [
    `--pgdata=${dataOf(place, 'primary')}`,
    ...login,
    ...quick,
    '--encoding=UTF8',
    '--locale=C',
  ])
  rmSync(passwordFile)
  appendFileSync(join(dataOf(place, 'primary'), 'postgresql.conf'), settingsOf(place))
}

/** Settings of both servers. Changes of the primary must not cancel queries of the standby's readers. */
const settingsOf = ({ isQuick }: Place): string => `
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
max_connections = 200
synchronous_commit = on
wal_keep_size = 256MB
hot_standby_feedback = on
fsync = ${isQuick ? 'off' : 'on'}
full_page_writes = ${isQuick ? 'off' : 'on'}
`

async function makeStandby(place: Place): Promise<void> {
  const { host, port } = new URL(urlOf(place, 'primary', 'postgres'))
  const from = `host=${host.split(':')[0]} port=${port} user=postgres password=${place.password} application_name=standby`
  await runTool(place, 'pg_basebackup', [
    `--dbname=${from}`,
    `--pgdata=${dataOf(place, 'standby')}`,
    '--write-recovery-conf',
    '--checkpoint=fast',
    ...(place.isQuick ? ['--no-sync'] : []),
  ])
  await startServer(place, 'standby')
}

/** Starts an existing server and waits until it accepts connections. */
export async function startServer(place: Place, role: Role): Promise<void> {
  await control(place, role, 'start', [
    `--log=${join(place.folder, role, 'server.log')}`,
    `--options=-p ${place.ports[role]}`,
  ])
  writePid(place.folder, role, pidOf(place, role))
}

/** pg_ctl: `start`, `stop`, `promote`. */
export const control = (place: Place, role: Role, action: string, args: readonly string[] = []) =>
  runTool(place, 'pg_ctl', [action, '--wait', `--pgdata=${dataOf(place, role)}`, ...args])

async function runTool({ binaries, folder }: Place, tool: string, args: readonly string[]) {
  await run(join(binaries, tool), args, { ...unprivilegedUser(), cwd: folder })
}

/** Process id of the postmaster. */
export const pidOf = (place: Place, role: Role): number =>
  Number(readFileSync(join(dataOf(place, role), 'postmaster.pid'), 'utf8').split('\n', 1)[0])

/** Kills all processes at once, like a loss of power. */
export function killServer(place: Place, role: Role): void {
  const main = pidOf(place, role)
  process.kill(main, 'SIGSTOP')
  const children = readFileSync(`/proc/${main}/task/${main}/children`, 'utf8')
  for (const pid of [...children.trim().split(' ').map(Number), main]) process.kill(pid, 'SIGKILL')
}

/** Runs statements one by one on a connection of their own. */
export async function query(connectionString: string, statements: readonly string[]) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}
