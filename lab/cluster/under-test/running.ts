import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { urlOf } from '../databases.ts'
import { mailDataDir } from '../mailbox.ts'
import { type Place, readPlace } from '../place.ts'
import { readProcesses, restartProcesses } from '../processes.ts'

/** Facts about the cluster that tests run on. */
export type RunningCluster = {
  readonly folder: string
  /** Folder with the sent mails in `mail`. */
  readonly dataDir: string
  readonly url: string
  readonly deskUrl: string
  /** Settings of its processes. */
  readonly env: Readonly<Record<string, string>>
  readonly processes: number
  /** URLs of the primary that bypass the pooler: as the owner of the database, and as PostgreSQL's superuser. */
  readonly databaseUrl: string
  readonly operatorUrl: string
}

const FOLDER = join(import.meta.dirname, '../../../.cache/cluster')
const IN_PROCESS = pathToFileURL(join(import.meta.dirname, 'inProcess.ts')).href

/**
 * The cluster of TEST_BASE_URL, which `npm run lab -- cluster` has started in `.cache/cluster` or in
 * TEST_CLUSTER_FOLDER. Restarts its processes if they have other settings.
 */
export async function clusterWith(changes: Record<string, string>): Promise<RunningCluster> {
  const folder = process.env.TEST_CLUSTER_FOLDER ?? FOLDER
  const place = readPlace(folder)
  const url = `http://127.0.0.1:${place.ports.site}`
  if (process.env.TEST_BASE_URL !== url)
    throw new Error(`TEST_BASE_URL must be ${url}, where the cluster of ${folder} is.`)
  const wanted = { ...changes, NODE_OPTIONS: `--import=${IN_PROCESS}` }
  if (!isSame(wanted, readProcesses(folder).changes)) await restartProcesses(folder, wanted)
  const { env, processes } = readProcesses(folder)
  return {
    folder,
    dataDir: mailDataDir(folder),
    url,
    deskUrl: `http://127.0.0.1:${place.ports.desk}`,
    env: { ...env, ...wanted },
    processes: processes.length,
    databaseUrl: urlOf(place, 'primary'),
    operatorUrl: operatorUrl(place),
  }
}

type Env = Readonly<Record<string, string>>
const isSame = (a: Env, b: Env | null): boolean =>
  b !== null &&
  JSON.stringify(Object.entries(a).sort()) === JSON.stringify(Object.entries(b).sort())

function operatorUrl(place: Place): string {
  const url = new URL(urlOf(place, 'primary', 'postgres'))
  url.pathname = new URL(urlOf(place, 'primary')).pathname
  return url.href
}
