import { Gauge, type Registry } from 'prom-client'
import { codeOf, messageOf } from '../config/thrown.ts'
import { MINUTE_MS } from '../config/time.ts'
import { LIVE_TOPIC } from '../db/liveEvents.ts'
import { type Listener, localMessages, makeListener } from '../db/messages.ts'
import { expireAll, type Read } from '../db/rows.ts'
import type { Message } from '../db/sqliteDriver.ts'
import { clearEverything, clearPublished, KIT_TOPIC, takeNewKit } from '../http/cache/clearing.ts'
import type { Deps } from '../http/deps.ts'
import { deleteExpiredCounters } from '../http/plugins/rateLimit.ts'
import { makePoller } from '../mail/poller.ts'
import { makeTransport, type Transport } from '../mail/transport.ts'
import { makeMailWorker } from '../mail/worker.ts'
import type { Log } from '../modules/face.ts'
import { modules } from '../modules.ts'
import { collected, expiries, mailWriters } from './collect.ts'

const CLEAN_UP_EVERY_MS = 10 * MINUTE_MS

/** @returns how many rows of each kind were deleted or blanked */
export async function expireRows(w: Read): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const [name, { expire, keptMs }] of Object.entries(expiries))
    counts[name] = await expireAll(w.db, expire, w.now - keptMs)
  return counts
}

export async function cleanUp(deps: Deps, log: Log): Promise<void> {
  const now = deps.clock()
  await expireAll(deps.db, deleteExpiredCounters, now)
  await expireRows({ db: deps.db, now })
  for (const module of modules) await module.cleanUp?.(deps, log, collected)
}

/** The start does not depend on the mail server, since mail waits in the outbox; a wrong setting is logged. */
async function checkMailServer({ verify }: Transport, { smtpUrl }: Deps['settings'], log: Log) {
  if (verify === undefined || smtpUrl === undefined) return
  const { host } = new URL(smtpUrl)
  try {
    await verify()
    log.info({ host }, 'the mail server answers')
  } catch (error) {
    log.error(
      { reason: messageOf(error) },
      `SMTP_URL: ${mailProblem(error, host)}; mails wait in the outbox`,
    )
  }
}

function mailProblem(error: unknown, host: string): string {
  if (codeOf(error) === 'EAUTH')
    return `the mail server at ${host} refuses the user or the password`
  if (codeOf(error) === 'ETLS' || /certificate|SSL|TLS/.test(messageOf(error)))
    return `no secure connection to the mail server at ${host}`
  return `no mail server answers at ${host}`
}

export function makeBackground(deps: Deps, log: Log) {
  const transport = makeTransport(deps.settings, log)
  const mail = makeMailWorker({ deps, log, writers: mailWriters, transport })
  const cleaner = makePoller(log, 'clean-up failed', CLEAN_UP_EVERY_MS, () => cleanUp(deps, log))
  const jobs = modules.flatMap((module) =>
    (module.jobs ?? []).map((make) => make(deps, log, collected)),
  )
  return {
    mail,
    start(): void {
      void checkMailServer(transport, deps.settings, log)
      for (const poller of [mail, ...jobs, cleaner]) poller.start()
    },
    /** The mail worker stops last: the others may still enqueue mails. */
    async stop(): Promise<void> {
      for (const poller of [...jobs, cleaner, mail]) await poller.stop()
    },
  }
}

type Coherence = { readonly start: () => void; readonly stop: () => Promise<void> }

type Site = {
  readonly log: Pick<Log, 'info' | 'warn'>
  readonly metrics: Registry
  readonly liveStreams: Streams
}

type Streams = {
  readonly receive: (data: unknown) => void
  readonly replayGap: () => void
  readonly start: (isConnected: () => boolean) => void
}

/**
 * Keeps the caches of this process, its public reads and its event streams up to date with writes of other processes.
 * An embedded database has one process, which needs only the streams.
 */
export function makeCoherence(deps: Deps, { log, metrics, liveStreams: streams }: Site): Coherence {
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
  measure(metrics, listener, deps)
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
