import { readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { unprivilegedUser } from '../../scripts/postgres.ts'
import { type Daemon, running, startDaemon, untilListening } from './daemons.ts'
import type { Role } from './databases.ts'
import { DATABASE, type Place, writePrivately } from './place.ts'

const TEMPLATE = join(import.meta.dirname, '../../deploy/pgbouncer.ini')

const configOf = ({ folder }: Place): string => join(folder, 'pgbouncer.ini')
const usersOf = ({ folder }: Place): string => join(folder, 'userlist.txt')

/** URL through the pooler; the name of the database selects transaction or session mode. */
export const pooledUrl = ({ ports, password }: Place, database: string): string =>
  `postgres://${DATABASE}:${password}@127.0.0.1:${ports.pooler}/${database}`

export type Pooler = {
  /** DATABASE_URL of the processes. */
  readonly url: string
  /** Restarts the pooler, which then opens new connections to the database. */
  readonly restart: () => Promise<void>
}

/** deploy/pgbouncer.ini in transaction mode, in front of the primary. */
export async function startPooler(place: Place, program: string): Promise<Pooler> {
  writePrivately(usersOf(place), `"${DATABASE}" "${place.password}"\n`)
  writeConfig(place, 'primary')
  let daemon = await spawnPooler(place, program)
  return {
    url: pooledUrl(place, DATABASE),
    async restart() {
      daemon.kill('SIGTERM')
      await daemon.ended
      daemon = await spawnPooler(place, program)
    },
  }
}

async function spawnPooler(place: Place, program: string): Promise<Daemon> {
  const daemon = startDaemon({
    folder: place.folder,
    name: 'pgbouncer',
    command: program,
    args: [configOf(place)],
    user: unprivilegedUser(),
  })
  await untilListening(daemon, place.folder, place.ports.pooler)
  return daemon
}

function writeConfig(place: Place, role: Role): void {
  const config = readFileSync(TEMPLATE, 'utf8')
    .replaceAll('host=10.0.0.21 port=5432', `host=127.0.0.1 port=${place.ports[role]}`)
    .replace('listen_addr = 10.0.0.20', 'listen_addr = 127.0.0.1')
    .replace('listen_port = 6432', `listen_port = ${place.ports.pooler}`)
    .replace('/etc/pgbouncer/userlist.txt', usersOf(place))
  // Replaced atomically, because the pooler may read it at any time.
  writePrivately(`${configOf(place)}.new`, config)
  renameSync(`${configOf(place)}.new`, configOf(place))
}

/** Connects the pooler to this server. */
export function pointPoolerAt(place: Place, role: Role): void {
  const pid = running(place.folder).get('pgbouncer')
  writeConfig(place, role)
  // SIGHUP reloads the configuration; pgbouncer closes connections to the former server when they become idle.
  if (pid !== undefined) process.kill(pid, 'SIGHUP')
}
