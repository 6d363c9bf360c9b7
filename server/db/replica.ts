import { setTimeout } from 'node:timers/promises'
import {
  type CompiledQuery,
  type ControlledTransaction,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  sql,
} from 'kysely'
import type { DB } from './rows.ts'

type Reading = {
  readonly read: <R>(query: CompiledQuery<R>) => Promise<QueryResult<R>>
  /** Begins a transaction for reads that need a connection of their own. */
  readonly begin: () => Promise<ControlledTransaction<DB>>
}

/** PostgreSQL without connections of its own: each query, and each transaction as a whole, goes to a pool. */
const readingDialect = (reading: Reading): Dialect => ({
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new ReadingDriver(reading),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
})

class ReadingConnection implements DatabaseConnection {
  readonly #reading: Reading
  #transaction: ControlledTransaction<DB> | undefined

  constructor(reading: Reading) {
    this.#reading = reading
  }

  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const one = query as CompiledQuery<R>
    return this.#transaction?.executeQuery(one) ?? this.#reading.read(one)
  }
  streamQuery(): never {
    throw new Error('public reads have no streams')
  }
  async begin(): Promise<void> {
    this.#transaction = await this.#reading.begin()
  }
  async end(how: 'commit' | 'rollback'): Promise<void> {
    await this.#transaction?.[how]().execute()
    this.#transaction = undefined
  }
}

class ReadingDriver implements Driver {
  readonly #reading: Reading

  constructor(reading: Reading) {
    this.#reading = reading
  }

  async init(): Promise<void> {}
  async destroy(): Promise<void> {}
  async acquireConnection(): Promise<ReadingConnection> {
    return new ReadingConnection(this.#reading)
  }
  async releaseConnection(): Promise<void> {}
  beginTransaction(connection: ReadingConnection): Promise<void> {
    return connection.begin()
  }
  commitTransaction(connection: ReadingConnection): Promise<void> {
    return connection.end('commit')
  }
  rollbackTransaction(connection: ReadingConnection): Promise<void> {
    return connection.end('rollback')
  }
}

const COMPARE_EVERY_MS = 500
/** Longest time since the replica was last complete for which it is read: the bound on the age of its rows. */
const STALENESS_MAX_MS = 2000
/** Timeout of one read of the replica; then the primary is read. */
const PATIENCE_MS = 1000

/** Reads of public data, the same for every caller. */
export type PublicReads = {
  /** A transaction on it may read, and set limits of its own. */
  readonly db: Kysely<DB>
  /** Call it after a write that the next read must see. */
  readonly distrust: () => void
  readonly isFromReplica: () => boolean
  readonly start: () => void
  readonly stop: () => Promise<void>
}

export const readsOfPrimary = (db: Kysely<DB>): PublicReads => ({
  db,
  distrust: () => undefined,
  isFromReplica: () => false,
  start: () => undefined,
  stop: async () => undefined,
})

/**
 * Reads from a streaming replica while it is complete, otherwise from the primary.
 * @param elapsed monotonic milliseconds
 */
export function readsOfReplica(
  primary: Kysely<DB>,
  replica: Kysely<DB>,
  elapsed: () => number = () => performance.now(),
): PublicReads {
  const freshness = watch(primary, replica, elapsed)

  async function read<R>(query: CompiledQuery<R>): Promise<QueryResult<R>> {
    if (!freshness.isFromReplica()) return primary.executeQuery(query)
    const answered = new AbortController()
    try {
      return await Promise.race([replica.executeQuery(query), tooLate(answered.signal)])
    } catch {
      // The primary refuses a wrong query too, and its error is the one that is reported.
      freshness.distrust()
      return primary.executeQuery(query)
    } finally {
      answered.abort()
    }
  }

  /** Statements of the transaction stay on the database that it began on. */
  async function begin(): Promise<ControlledTransaction<DB>> {
    if (freshness.isFromReplica())
      try {
        return await replica.startTransaction().execute()
      } catch {
        freshness.distrust()
      }
    return primary.startTransaction().execute()
  }

  return {
    ...freshness,
    db: new Kysely<DB>({ dialect: readingDialect({ read, begin }) }),
    stop: async () => {
      await freshness.stop()
      await replica.destroy()
    },
  }
}

/** Watches when the replica was last complete, that is, had everything that the primary had written by then. */
function watch(primary: Kysely<DB>, replica: Kysely<DB>, elapsed: () => number) {
  const ended = new AbortController()
  let running: Promise<void> = Promise.resolve()
  let completeAt = -Infinity
  let distrusted = 0

  async function compare(): Promise<void> {
    const [at, before] = [elapsed(), distrusted]
    const position = await positionOf(primary)
    if ((await hasReplayed(replica, position)) && before === distrusted) completeAt = at
  }

  async function run(): Promise<void> {
    const options = { signal: ended.signal, ref: false }
    while (!ended.signal.aborted) {
      await compare().catch(() => undefined)
      await setTimeout(COMPARE_EVERY_MS, undefined, options).catch(() => undefined)
    }
  }

  return {
    isFromReplica: () => elapsed() < completeAt + STALENESS_MAX_MS,
    distrust: () => {
      distrusted++
      completeAt = -Infinity
    },
    start: () => {
      running = run()
    },
    stop: async () => {
      ended.abort()
      await running
    },
  }
}

/** Position of the last write, flushed or not: everything visible on the primary lies before it. */
async function positionOf(primary: Kysely<DB>): Promise<string> {
  const { rows } = await sql<{ position: string }>`
    select pg_current_wal_insert_lsn()::text as position`.execute(primary)
  return rows[0]?.position ?? 'FFFFFFFF/FFFFFFFF'
}

/** False for a server that was promoted: its position says nothing about the primary any more. */
async function hasReplayed(replica: Kysely<DB>, position: string): Promise<boolean> {
  const { rows } = await sql<{ complete: boolean }>`
    select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= ${position}::pg_lsn as complete`.execute(
    replica,
  )
  return rows[0]?.complete === true
}

async function tooLate(signal: AbortSignal): Promise<never> {
  await setTimeout(PATIENCE_MS, undefined, { signal, ref: false })
  throw new Error(`no response within ${PATIENCE_MS} ms`)
}
