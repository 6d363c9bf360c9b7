import type { FastifyBaseLogger } from 'fastify'
import { Gauge, type Registry } from 'prom-client'
import { LIVE_TOPIC } from '../db/liveEvents.ts'
import { type Listener, localMessages, makeListener } from '../db/messages.ts'
import type { Message } from '../db/sqliteDriver.ts'
import { clearEverything, clearPublished, KIT_TOPIC, takeNewKit } from '../http/cache/clearing.ts'
import type { Deps } from '../http/deps.ts'

type Log = Pick<FastifyBaseLogger, 'info' | 'warn'>
type Coherence = { readonly start: () => void; readonly stop: () => Promise<void> }

/** The hub of event streams. */
type Streams = {
  readonly receive: (data: unknown) => void
  readonly replayGap: () => void
  readonly start: (isConnected: () => boolean) => void
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
  const report = (error: unknown) => log.warn({ err: error }, 'the kit of the site was not read')
  const receive = ({ topic, data }: Message) => void (topic === LIVE_TOPIC && streams.receive(data))
  if (deps.engine !== 'postgres') return subscribeLocally(deps, streams, receive)
  const listener = makeListener({
    urls: deps.settings.databaseDirectUrls,
    db: deps.db,
    onMessage(message) {
      clearPublished(deps, message)
      if (message.topic === KIT_TOPIC) void takeNewKit(deps).catch(report)
      receive(message)
    },
    onGap() {
      clearEverything(deps)
      void takeNewKit(deps).catch(report)
      streams.replayGap()
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

function subscribeLocally(
  { db }: Deps,
  streams: Streams,
  receive: (message: Message) => void,
): Coherence {
  let unsubscribe: (() => void) | undefined
  return {
    start() {
      unsubscribe = localMessages(db)?.subscribe(receive)
      streams.start(() => true)
    },
    async stop() {
      unsubscribe?.()
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
  gauge(
    'database_messages_connected',
    '1 while messages of other processes are received',
    isConnected,
  )
  gauge('database_replica_used', '1 while public reads go to it', publicReads.isFromReplica)
}
