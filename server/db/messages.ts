import { setTimeout } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import pg from 'pg'
import { messageOf } from '../config/thrown.ts'
import { engineOf } from './dialect.ts'
import type { DB } from './rows.ts'
import { type LocalMessages, type Message, TwoConnectionAdapter } from './sqliteDriver.ts'

/**
 * Publishes a message when the transaction commits, and not at all when it is rolled back. Subscribers get it from
 * `makeListener`, with SQLite from `localMessages`.
 */
export async function publishMessage(tx: Kysely<DB>, message: Message): Promise<void> {
  if (engineOf(tx) === 'postgres')
    await sql`select pg_notify(${sql.raw(CHANNEL)}, ${JSON.stringify(message)})`.execute(tx)
  else localMessages(tx)?.publish(message, tx.isTransaction)
}

/** Null for a database with several processes. */
export function localMessages(db: Kysely<DB>): LocalMessages | null {
  const { adapter } = db.getExecutor()
  return adapter instanceof TwoConnectionAdapter ? adapter.messages : null
}

/** SQL expression: a database may have several schemas with the product's tables. */
const CHANNEL = "'discordia ' || current_schema()"

/** Pause between two attempts to connect. */
const RETRY_MS = 1000
/** Interval of checks of a connection. */
const CHECK_MS = 10_000
/** Timeout of connecting, of a statement, and of the delivery of a message. */
const PATIENCE_MS = 5000
/** Topic of a message to the process itself, which proves that messages arrive. */
const CHECK = 'check'

type Options = {
  /** PostgreSQL itself, not a pooler. Of several addresses, the first that can listen is used: a standby cannot. */
  readonly urls: readonly string[]
  readonly db: Kysely<DB>
  readonly onMessage: (message: Message) => void
  /** Called after each connection, the first included: earlier messages may be lost. */
  readonly onGap: () => void
  readonly log: { info(message: string): void; warn(fields: object, message: string): void }
  /** Shortened by tests. */
  readonly patienceMs?: number
}
export type Listener = {
  readonly start: () => void
  readonly stop: () => Promise<void>
  readonly isConnected: () => boolean
}

/** Receives messages over a connection of its own, which is replaced when it is lost or silent. */
export function makeListener(options: Options): Listener {
  const { urls, onGap, log } = options
  const ended = new AbortController()
  const { signal } = ended
  let isConnected = false
  /** Number of addresses that failed in a row; a failure is logged once none is left. */
  let failures = 0
  let running: Promise<void> = Promise.resolve()

  /** Ends when the listener is stopped. @throws when the connection is lost */
  async function listen(url: string): Promise<void> {
    await using channel = await openChannel(url, options, signal)
    await channel.check()
    isConnected = true
    log.info('messages of other processes are received')
    onGap()
    while (!signal.aborted) {
      await Promise.race([pause(CHECK_MS, signal), channel.lost])
      await channel.check()
    }
  }

  async function run(): Promise<void> {
    for (let turn = 0; !signal.aborted; turn++) {
      const reason = await listen(urls[turn % urls.length] ?? '').catch(messageOf)
      failures = isConnected ? 1 : failures + 1
      isConnected = false
      if (failures === urls.length && !signal.aborted)
        log.warn({ reason }, 'messages of other processes are not received; trying again')
      await pause(RETRY_MS, signal)
    }
  }

  return {
    start: () => {
      running = run()
    },
    stop: async () => {
      ended.abort()
      await running
    },
    isConnected: () => isConnected,
  }
}

/** One connection that listens. @throws when it cannot */
async function openChannel(
  connectionString: string,
  { db, onMessage, patienceMs = PATIENCE_MS }: Options,
  signal: AbortSignal,
) {
  const client = new pg.Client({
    connectionString,
    application_name: 'discordia messages',
    connectionTimeoutMillis: patienceMs,
    query_timeout: patienceMs,
    keepAlive: true,
  })
  const lost = new Promise<never>((_resolve, reject) => {
    client.on('error', reject)
    client.on('end', () => reject(new Error('the connection was closed')))
  })
  lost.catch(() => undefined)
  let onCheck: (token: unknown) => void = () => undefined
  client.on('notification', ({ payload = '' }) => {
    const message = JSON.parse(payload) as Message
    if (message.topic === CHECK) onCheck(message.data)
    else onMessage(message)
  })

  async function close(): Promise<void> {
    await Promise.race([client.end().catch(() => undefined), setTimeout(RETRY_MS)])
    client.connection.stream.destroy()
  }

  /** @throws when a message to oneself does not arrive; an outage of the sending pool proves nothing */
  async function check(): Promise<void> {
    const token = crypto.randomUUID()
    const arrival = new Promise<'arrived'>((resolve) => {
      onCheck = (received) => received === token && resolve('arrived')
    })
    const isSent = await publishMessage(db, { topic: CHECK, data: token }).then(
      () => true,
      () => false,
    )
    if (!isSent || signal.aborted) return
    const seen = await Promise.race([arrival, lost, pause(patienceMs, signal)])
    if (seen !== 'arrived' && !signal.aborted) throw new Error(UNDELIVERED)
  }

  try {
    await client.connect()
    const { rows } = await client.query<{ channel: string }>(`select ${CHANNEL} as channel`)
    await client.query(`listen ${pg.escapeIdentifier(rows[0]?.channel ?? '')}`)
  } catch (error) {
    await close()
    throw error
  }
  return { lost, check, [Symbol.asyncDispose]: close }
}

const UNDELIVERED =
  'a message of this process did not arrive: DATABASE_DIRECT_URL must be PostgreSQL itself, not a pooler'

/** Ends early when the signal says so. */
const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  setTimeout(ms, undefined, { ref: false, signal }).catch(() => undefined)
