import { setTimeout as pause } from 'node:timers/promises'
import type Database from 'better-sqlite3'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type QueryResult,
  type SelectModifierNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { codeOf } from '../config/thrown.ts'
import type { Db } from './rows.ts'

/** A message has at most 8,000 bytes as JSON, the limit of NOTIFY. */
export type Message = { readonly topic: string; readonly data: unknown }
type Subscriber = (message: Message) => void

/** In-process stand-in for NOTIFY: an embedded database has one process and one writer at a time. */
export class LocalMessages {
  readonly #subscribers = new Set<Subscriber>()
  /** Messages of the open transaction. */
  #waiting: Message[] = []

  /** @returns the function that unsubscribes */
  subscribe(subscriber: Subscriber): () => void {
    this.#subscribers.add(subscriber)
    return () => void this.#subscribers.delete(subscriber)
  }

  /** @param isInTransaction otherwise the write is committed already */
  publish(message: Message, isInTransaction: boolean): void {
    if (this.#subscribers.size === 0) return
    this.#waiting.push(message)
    if (!isInTransaction) this.committed()
  }

  committed(): void {
    for (const message of this.#waiting.splice(0))
      for (const subscriber of this.#subscribers) queueMicrotask(() => subscriber(message))
  }

  rolledBack(): void {
    this.#waiting = []
  }
}

/** An open database with a cache of its statements. */
export type SqliteFile = {
  readonly prepare: (sql: string) => Database.Statement
  readonly inTransaction: () => boolean
  readonly close: () => void
}
type Files = { readonly writer: SqliteFile; readonly reader: SqliteFile }

/** Threads that read the same file; see readThreads.ts. */
export type Threads = {
  readonly run: (call: {
    readonly module: string
    readonly name: string
    readonly args: unknown
  }) => Promise<unknown>
  readonly close: () => Promise<void>
}

/** Null on PostgreSQL, and within a thread. */
export function threadsOf(db: Db): Threads | null {
  const { adapter } = db.getExecutor()
  return adapter instanceof TwoConnectionAdapter ? adapter.threads : null
}

const RETRY_EVERY_MS = 20

/** A pre-check, because SQLite takes `drop ... if exists` of an unknown table for a read. */
const QUERY = /^\s*(select|with)\b/i

/** Extended codes included: the statement has had no effect. */
const isBusy = (error: unknown): boolean => codeOf(error).startsWith('SQLITE_BUSY')

/**
 * SQLite over two connections to one file. Neither waits inside a statement, which would stop the event loop. Reads
 * have a connection of their own: write-ahead logging serves them during a write. Writes queue for the other one and,
 * while another program locks the file, are retried until they time out (decision 6).
 * @throws DatabaseLocked for a write that did not get the lock in time
 */
export function twoConnectionDialect(
  files: Files,
  timeoutMs: number,
  threads: Threads | null = null,
): Dialect {
  const messages = new LocalMessages()
  const queue = makeWriteQueue()
  return {
    createDriver: () => ({
      init: async () => undefined,
      acquireConnection: async () => new Session(files, queue, timeoutMs),
      beginTransaction: (session: Session) => session.begin(),
      commitTransaction: (session: Session) => session.commit(messages),
      async rollbackTransaction(session: Session) {
        messages.rolledBack()
        await session.rollback()
      },
      releaseConnection: async () => undefined,
      async destroy() {
        await threads?.close()
        files.reader.close()
        files.writer.close()
      },
    }),
    createAdapter: () => new TwoConnectionAdapter(messages, threads),
    createQueryCompiler: () => new SqliteCompiler(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  }
}

/**
 * SQLite has one writer at a time and no row locks: `forUpdate`, `skipLocked` and the like are compiled to nothing. Its
 * planner reads the value of a plain parameter and recompiles the statement for each new value, which takes several
 * times as long as a read by a key. A plus sign before the parameter, which changes no value, prevents that.
 */
class SqliteCompiler extends SqliteQueryCompiler {
  protected override getCurrentParameterPlaceholder(): string {
    return '+?'
  }

  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (node.rawModifier !== undefined || node.modifier === 'Distinct')
      super.visitSelectModifier(node)
  }
}

export class TwoConnectionAdapter extends SqliteAdapter {
  readonly messages: LocalMessages
  readonly threads: Threads | null
  constructor(messages: LocalMessages, threads: Threads | null) {
    super()
    this.messages = messages
    this.threads = threads
  }
  // SQLite rolls back DDL like any row: a kill leaves no half migration.
  override get supportsTransactionalDdl(): boolean {
    return true
  }
  // Kysely serializes all callers otherwise, and reads wait for writes.
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

/** `ETIMEDOUT` counts as an outage; see http/failures.ts. */
class DatabaseLocked extends Error {
  readonly code = 'ETIMEDOUT'

  constructor() {
    super('Another program keeps the database locked. Try again in a few seconds.')
  }
}

/** A lock for one holder at a time, first come, first served. */
function makeWriteQueue() {
  let tail: Promise<unknown> = Promise.resolve()
  return {
    /**
     * Waits for the lock.
     * @returns releases it
     * @throws DatabaseLocked when the lock was not free within `timeoutMs`
     */
    async acquire(timeoutMs: number): Promise<() => void> {
      const { promise: released, resolve: release } = Promise.withResolvers<void>()
      const turn = tail
      tail = turn.then(() => released)
      const timeout = Promise.withResolvers<never>()
      const timer = setTimeout(() => timeout.reject(new DatabaseLocked()), timeoutMs)
      try {
        await Promise.race([turn, timeout.promise])
        return release
      } catch (error) {
        release()
        throw error
      } finally {
        clearTimeout(timer)
      }
    },
  }
}

type Queue = ReturnType<typeof makeWriteQueue>

/** Kysely's connection; it chooses the file by statement. */
class Session implements DatabaseConnection {
  readonly #files: Files
  readonly #queue: Queue
  readonly #timeoutMs: number
  /** Set while a transaction is open. */
  #release: (() => void) | null = null
  constructor(files: Files, queue: Queue, timeoutMs: number) {
    this.#files = files
    this.#queue = queue
    this.#timeoutMs = timeoutMs
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const { writer, reader } = this.#files
    const deadline = performance.now() + this.#timeoutMs
    const run = (file: SqliteFile) => resultOf<Row>(file.prepare(sql), parameters)
    if (this.#release !== null) return retryWhileBusy(deadline, () => run(writer))
    const read = QUERY.test(sql)
      ? await retryWhileBusy(deadline, () => (reader.prepare(sql).readonly ? run(reader) : null))
      : null
    if (read !== null) return read
    const release = await this.#queue.acquire(this.#timeoutMs)
    try {
      return await retryWhileBusy(deadline, () => run(writer))
    } finally {
      release()
    }
  }

  /** `immediate` takes the write lock: a transaction that begins as a read could be refused its later writes. */
  async begin(): Promise<void> {
    const deadline = performance.now() + this.#timeoutMs
    const release = await this.#queue.acquire(this.#timeoutMs)
    try {
      await retryWhileBusy(deadline, () => this.#files.writer.prepare('begin immediate').run())
      this.#release = release
    } catch (error) {
      release()
      throw error
    }
  }

  async commit(messages: LocalMessages): Promise<void> {
    const deadline = performance.now() + this.#timeoutMs
    await retryWhileBusy(deadline, () => this.#files.writer.prepare('commit').run())
    messages.committed()
    this.#releaseLock()
  }

  async rollback(): Promise<void> {
    const { writer } = this.#files
    try {
      // SQLite rolls back by itself after some errors, such as a full disk.
      if (writer.inTransaction()) writer.prepare('rollback').run()
    } finally {
      this.#releaseLock()
    }
  }

  #releaseLock(): void {
    this.#release?.()
    this.#release = null
  }

  // biome-ignore lint/correctness/useYield: nothing here streams
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('queries are not streamed here')
  }
}

function resultOf<Row>(
  statement: Database.Statement,
  parameters: readonly unknown[],
): QueryResult<Row> {
  if (statement.reader) return { rows: statement.all(parameters) as Row[] }
  const { changes, lastInsertRowid } = statement.run(parameters)
  return { insertId: BigInt(lastInsertRowid), numAffectedRows: BigInt(changes), rows: [] }
}

async function retryWhileBusy<T>(deadline: number, attempt: () => T): Promise<T> {
  for (;;) {
    try {
      return attempt()
    } catch (error) {
      if (!isBusy(error)) throw error
      if (performance.now() >= deadline) throw new DatabaseLocked()
    }
    await pause(RETRY_EVERY_MS)
  }
}
