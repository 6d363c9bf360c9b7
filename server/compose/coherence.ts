import type { FastifyBaseLogger } from 'fastify'
import { Gauge, type Registry } from 'prom-client'
import { type Listener, makeListener } from '../db/listener.ts'
import { LIVE_TOPIC } from '../db/liveEvents.ts'
import type { Message } from '../db/localMessages.ts'
import { localMessages } from '../db/messages.ts'
import { clearAsTold, clearEverything } from '../http/cache/clearing.ts'
import type { Deps } from '../http/deps.ts'

type Log = Pick<FastifyBaseLogger, 'info' | 'warn'>
type Coherence = { readonly start: () => void; readonly stop: () => Promise<void> }

/** The hub of event streams. */
type Streams = {
  readonly heard: (data: unknown) => void
  readonly missed: () => void
  readonly start: (isHearing: () => boolean) => void
}

/**
 * Keeps the caches of this process, its public reads and its event streams up to date with writes of other processes.
 * An embedded database has one process, which needs only the streams.
 * @param registry of the site's metrics
 */
export function makeCoherence(
  deps: Deps,
  log: Log,
  registry: Registry,
  streams: Streams,
): Coherence {
  const { publicReads } = deps
  const hear = ({ topic, data }: Message) => void (topic === LIVE_TOPIC && streams.heard(data))
  if (deps.engine !== 'postgres') return hearLocally(deps, streams, hear)
  const listener = makeListener({
    urls: deps.settings.databaseDirectUrls,
    db: deps.db,
    onMessage(message) {
      clearAsTold(deps, message)
      hear(message)
    },
    onGap() {
      clearEverything(deps)
      streams.missed()
    },
    log,
  })
  measure(registry, listener, deps)
  return {
    start() {
      listener.start()
      publicReads.start()
      streams.start(listener.isConnected)
    },
    async stop() {
      await Promise.all([listener.stop(), publicReads.stop()])
    },
  }
}

function hearLocally({ db }: Deps, streams: Streams, hear: (message: Message) => void): Coherence {
  let stopHearing: (() => void) | undefined
  return {
    start() {
      stopHearing = localMessages(db)?.hear(hear)
      streams.start(() => true)
    },
    async stop() {
      stopHearing?.()
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
