import { join } from 'node:path'
import pg from 'pg'
import { mailIn } from '../../../test/helpers/browser/mailIn.ts'
import type { BrowserServer, World, WorldOptions } from '../../../test/helpers/browser/world.ts'
import { NotOnCluster } from '../../../test/helpers/cluster/notOnCluster.ts'
import { startDesk } from '../../../test/helpers/server/startDesk.ts'
import { clusterWith, type RunningCluster } from './running.ts'
import { SETTINGS, startOnCluster } from './startOnCluster.ts'

/** Settings of production that `SETTINGS` turns off. */
const WHOLE = { SSR: 'on', TEST_BACKGROUND: 'on' }

/**
 * A world of browser tests in the databases and the store of the cluster of TEST_BASE_URL.
 * @throws NotOnCluster for another build of the site or another host
 */
export async function startWorldOnCluster(
  world: World,
  { env, cwd, host }: WorldOptions,
): Promise<BrowserServer> {
  if (cwd !== undefined) throw new NotOnCluster('another build of the site')
  if (host !== undefined) throw new NotOnCluster('another host than that of its URLs')
  if (typeof world !== 'string') {
    const server = await startDesk('postgres', WHOLE)
    await world(server)
    await server.sync()
    return { ...placesOf(await clusterWith({ ...SETTINGS, ...WHOLE })), stop: server.close }
  }
  const empty = await startOnCluster()
  await empty.close()
  // The restart seeds the database and resets the clock to the real one.
  const seed = world === 'demo' ? 'demo' : 'none'
  const cluster = await clusterWith({ ...SETTINGS, ...WHOLE, SEED: seed, ...env })
  return { ...placesOf(cluster), stop: async () => undefined }
}

const placesOf = ({ url, deskUrl, dataDir, databaseUrl }: RunningCluster) => ({
  url,
  deskUrl,
  dataDir,
  mailTo: (recipient: string, about: RegExp) => mailIn(join(dataDir, 'mail'), recipient, about),
  values: async (query: string) => {
    const client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    const { rows } = await client.query<unknown[]>({ text: query, rowMode: 'array' })
    await client.end()
    return rows.map(([value]) => value)
  },
})
