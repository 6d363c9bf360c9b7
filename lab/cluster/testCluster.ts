import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Cluster, type ClusterOptions, startCluster } from './startCluster.ts'

/** Starts a cluster without fsync and S3 store, in about ten seconds. The caller stops it. */
export async function testCluster(options: Partial<ClusterOptions> = {}): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'discordia-cluster-'))
  const cluster = await startCluster({
    folder,
    hasStore: false,
    isQuick: true,
    ...options,
    env: { LOG_LEVEL: 'warn', RATE_LIMITS: 'off', SEED: 'none', ...options.env },
  })
  return {
    ...cluster,
    stop: async () => {
      await cluster.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
