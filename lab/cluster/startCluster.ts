import { randomBytes } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { steadyPort } from '../../scripts/steadyPort.ts'
import type { ApiProcess } from './apiProcess.ts'
import { killAll, running, stopAll } from './daemons.ts'
import { killServer, type Role, startDatabases, startServer, urlOf } from './databases.ts'
import { type Mailbox, mailDataDir, startMailbox } from './mailbox.ts'
import { DATABASE, keepPlace, openFolder, type Place } from './place.ts'
import { type Pooler, pooledUrl, startPooler } from './pooler.ts'
import { startProcesses } from './processes.ts'
import { findPrograms } from './programs.ts'
import { promote } from './promote.ts'
import { startProxy } from './proxy.ts'
import { startStore, storeEnv } from './store.ts'

export type ClusterOptions = {
  /** Absolute path, emptied at the start. Every user must be able to traverse the folders above it. */
  readonly folder: string
  /** Default: 3. */
  readonly processes?: number
  /** Whether to start an S3 store; without one each process stores its own files. Default: yes. */
  readonly hasStore?: boolean
  /** Disables fsync, for tests. Default: no. */
  readonly isQuick?: boolean
  /** Settings of the product, for all processes. */
  readonly env?: Readonly<Record<string, string>>
  /** Ports of site and desk; free ones unless given. */
  readonly sitePort?: number
  readonly deskPort?: number
}

export type DatabaseServer = {
  /** URL that bypasses the pooler, as the owner of the product's database. */
  readonly url: string
  /** Kills all its processes at once, like a loss of power. */
  readonly kill: () => void
  /** Starts it again after `kill`. */
  readonly start: () => Promise<void>
}

export type Cluster = {
  /** URL of nginx, for browsers. */
  readonly url: string
  readonly deskUrl: string
  readonly processes: readonly ApiProcess[]
  readonly primary: DatabaseServer
  readonly standby: DatabaseServer & {
    /** Makes it the primary, and points the pooler at it. */
    readonly promote: () => Promise<void>
  }
  readonly pooler: Pooler
  readonly mailbox: Mailbox
  /** Resolves when nginx has ended. */
  readonly ended: Promise<unknown>
  /** Stops all parts; the folder stays. */
  readonly stop: () => Promise<void>
}

/**
 * Starts nginx, processes of the product, pgbouncer, PostgreSQL with a synchronous standby, an S3 store and a mail
 * server, all on the loopback address. The caller stops it.
 * @throws Error if a cluster runs in this folder, or a program is missing
 */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const { folder, processes = 3, hasStore = true } = options
  if (running(folder).size > 0)
    throw new Error(`A cluster runs in ${folder}: "npm run lab -- cluster stop" ends it.`)
  const programs = await findPrograms({ hasStore })
  const place = await makePlace(options, programs.postgres)
  const killEverything = () => killAll(folder)
  process.once('exit', killEverything)
  const mailbox = await startMailbox(mailDataDir(folder))
  const stop = async () => {
    await stopAll(folder)
    await mailbox.close()
    process.off('exit', killEverything)
  }
  try {
    await Promise.all([startDatabases(place), hasStore && startStore(place)])
    const pooler = await startPooler(place, programs.pgbouncer)
    const env = environment(place, mailbox, options)
    const started = await startProcesses(folder, processes, env)
    const proxy = await startProxy(place, programs.nginx, {
      site: started.map(({ address }) => Number(new URL(address).port)),
      desk: started.map(({ deskAddress }) => Number(new URL(deskAddress).port)),
    })
    return {
      ...publicUrls(place),
      processes: started,
      primary: databaseServer(place, 'primary'),
      standby: { ...databaseServer(place, 'standby'), promote: () => promote(place) },
      pooler,
      mailbox,
      ended: proxy.ended,
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

async function makePlace(
  { folder, isQuick = false, sitePort, deskPort }: ClusterOptions,
  binaries: string,
): Promise<Place> {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  openFolder(folder)
  const place: Place = {
    folder,
    binaries,
    ports: {
      primary: await steadyPort(),
      standby: await steadyPort(),
      pooler: await steadyPort(),
      store: await steadyPort(),
      site: sitePort ?? (await steadyPort()),
      desk: deskPort ?? (await steadyPort()),
    },
    password: randomBytes(16).toString('hex'),
    isQuick,
  }
  keepPlace(place)
  return place
}

const publicUrls = ({ ports }: Place) => ({
  url: `http://127.0.0.1:${ports.site}`,
  deskUrl: `http://127.0.0.1:${ports.desk}`,
})

const databaseServer = (place: Place, role: Role): DatabaseServer => ({
  url: urlOf(place, role),
  kill: () => killServer(place, role),
  start: () => startServer(place, role),
})

function environment(place: Place, mailbox: Mailbox, options: ClusterOptions) {
  const { url, deskUrl } = publicUrls(place)
  return {
    DATABASE_URL: pooledUrl(place, DATABASE),
    DATABASE_DIRECT_URL: pooledUrl(place, `${DATABASE}_direct`),
    DATABASE_REPLICA_URL: urlOf(place, 'standby'),
    JWT_SECRET: place.password.repeat(2),
    PUBLIC_URL: url,
    DESK_URL: deskUrl,
    TRUST_PROXY: '127.0.0.1',
    SMTP_URL: mailbox.url,
    ...(options.hasStore === false ? {} : storeEnv(place)),
    ...options.env,
  }
}
