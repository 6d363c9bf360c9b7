import type { FastifyBaseLogger } from 'fastify'
import { Gauge, type Registry } from 'prom-client'
import { type Listener, makeListener } from '../db/listener.ts'
import { clearAsTold, clearEverything } from '../http/cache/clearing.ts'
import type { Deps } from '../http/deps.ts'

type Log = Pick<FastifyBaseLogger, 'info' | 'warn'>
type Coherence = { readonly start: () => void; readonly stop: () => Promise<void> }

/**
 * Keeps the caches of this process as new as those of the others, and its public reads as new as the primary. An
 * embedded database has one process and needs neither.
 * @param registry of the site's metrics
 */
export function makeCoherence(deps: Deps, log: Log, registry: Registry): Coherence {
  const { publicReads } = deps
  if (deps.engine !== 'postgres') return { start: () => undefined, stop: async () => undefined }
  const listener = makeListener({
    urls: deps.settings.databaseDirectUrls,
    db: deps.db,
    onMessage: (message) => clearAsTold(deps, message),
    onGap: () => clearEverything(deps),
    log,
  })
  measure(registry, listener, deps)
  return {
    start() {
      listener.start()
      publicReads.start()
    },
    async stop() {
      await Promise.all([listener.stop(), publicReads.stop()])
    },
  }
}

function measure(registry: Registry, { isConnected }: Listener, { publicReads }: Deps): void {
  const gauge = (name: string, help: string, isSo: () => boolean) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(Number(isSo()))
      },
    })
  gauge('database_messages_connected', '1 while other processes are heard', isConnected)
  gauge('database_replica_used', '1 while public reads go to it', publicReads.isFromReplica)
}
