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
  /** Emptied at the start. Absolute, and every user may pass through the folders above it. */
  readonly folder: string
  /** 3 */
  readonly processes?: number
  /** With an S3 store; else each process keeps files of its own. Default: yes. */
  readonly hasStore?: boolean
  /** Without fsync, for tests. Default: no. */
  readonly isQuick?: boolean
  /** Settings of the product, for all processes. */
  readonly env?: Readonly<Record<string, string>>
  /** Ports of site and desk; free ones unless given. */
  readonly sitePort?: number
  readonly deskPort?: number
}

export type DatabaseServer = {
  /** Past the pooler, as the owner of the product's database. */
  readonly url: string
  /** All its processes at once, as when the machine loses its power. */
  readonly kill: () => void
  /** After `kill`. */
  readonly start: () => Promise<void>
}

export type Cluster = {
  /** Of nginx: what a browser opens. */
  readonly url: string
  readonly deskUrl: string
  readonly processes: readonly ApiProcess[]
  readonly primary: DatabaseServer
  readonly standby: DatabaseServer & {
    /** It becomes the primary, and the pooler goes there. */
    readonly promote: () => Promise<void>
  }
  readonly pooler: Pooler
  readonly mailbox: Mailbox
  /** When nginx has ended. */
  readonly ended: Promise<unknown>
  /** Ends everything; the folder stays. */
  readonly stop: () => Promise<void>
}

/**
 * nginx, processes of the product, pgbouncer, PostgreSQL with a synchronous standby, an S3 store and a mail server, all
 * on the loopback address. Stop it.
 * @throws Error when one runs in this folder, or a program is missing
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
