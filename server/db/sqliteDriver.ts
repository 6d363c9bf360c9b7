import { setTimeout } from 'node:timers/promises'
import type Database from 'better-sqlite3'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
} from 'kysely'
import { codeOf, errors } from '../http/errors.ts'
import { LocklessQueryCompiler } from './dialect.ts'
import { makeTurns, type Turns } from './turns.ts'

/** An open file that compiles each statement once. */
export type SqliteFile = {
  readonly prepare: (sql: string) => Database.Statement
  readonly inTransaction: () => boolean
  readonly close: () => void
}
type Files = { readonly writer: SqliteFile; readonly reader: SqliteFile }

/** Milliseconds between two attempts while another program holds the file. */
const RETRY_EVERY_MS = 20
/** Sent as Retry-After to callers whose write timed out. */
const RETRY_AFTER_SECONDS = 5

/**
 * Only these can be reads. SQLite itself is asked as well, but not alone: `drop ... if exists` of what its
 * connection has not seen yet counts as reading.
 */
const QUERY = /^\s*(select|with)\b/i

/** SQLITE_BUSY and its extended codes: the statement has had no effect and may be run again. */
const isBusy = (error: unknown): boolean => codeOf(error).startsWith('SQLITE_BUSY')

/**
 * SQLite over two connections to one file, neither of which ever waits inside a statement: that would stop
 * the whole process. Reads have a connection of their own, on which write-ahead logging lets them pass while
 * a write is going on. Writes take turns on the other one; while another program holds the file, they are
 * retried until they time out.
 * @throws Refusal 503 for a write whose turn or lock did not come in time
 */
export class TwoConnectionDialect implements Dialect {
  readonly #files: Files
  readonly #patienceMs: number
  constructor(files: Files, patienceMs: number) {
    this.#files = files
    this.#patienceMs = patienceMs
  }
  createDriver = () => new TwoConnectionDriver(this.#files, this.#patienceMs)
  createAdapter = () => new TwoConnectionAdapter()
  createQueryCompiler = () => new LocklessQueryCompiler()
  createIntrospector = (db: Kysely<unknown>) => new SqliteIntrospector(db)
}

class TwoConnectionAdapter extends SqliteAdapter {
  // SQLite rolls back a changed schema like any row; without this a kill would leave half a migration.
  override get supportsTransactionalDdl(): boolean {
    return true
  }
  // Otherwise Kysely lets one caller at a time near the database, and reads wait for writes.
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

class TwoConnectionDriver implements Driver {
  readonly #files: Files
  readonly #patienceMs: number
  readonly #turns = makeTurns()
  constructor(files: Files, patienceMs: number) {
    this.#files = files
    this.#patienceMs = patienceMs
  }
  async init(): Promise<void> {}
  acquireConnection = async () => new Session(this.#files, this.#turns, this.#patienceMs)
  beginTransaction = (session: Session) => session.begin()
  commitTransaction = (session: Session) => session.commit()
  rollbackTransaction = (session: Session) => session.rollback()
  async releaseConnection(): Promise<void> {}
  async destroy(): Promise<void> {
    this.#files.reader.close()
    this.#files.writer.close()
  }
}

/** What Kysely takes for a connection: it decides statement by statement which one is used. */
class Session implements DatabaseConnection {
  readonly #files: Files
  readonly #turns: Turns
  readonly #patienceMs: number
  /** Ends the turn of an open transaction. */
  #endTurn: (() => void) | null = null
  constructor(files: Files, turns: Turns, patienceMs: number) {
    this.#files = files
    this.#turns = turns
    this.#patienceMs = patienceMs
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const { writer, reader } = this.#files
    const deadline = performance.now() + this.#patienceMs
    const run = (file: SqliteFile) =>
      patiently(deadline, () => resultOf<Row>(file.prepare(sql), parameters))
    if (this.#endTurn !== null) return run(writer)
    if (QUERY.test(sql) && (await patiently(deadline, () => reader.prepare(sql).readonly)))
      return run(reader)
    const endTurn = await this.#turns.take(this.#patienceMs, RETRY_AFTER_SECONDS)
    try {
      return await run(writer)
    } finally {
      endTurn()
    }
  }

  /** A write transaction from its first moment: a read that later writes could otherwise be refused. */
  async begin(): Promise<void> {
    const deadline = performance.now() + this.#patienceMs
    const endTurn = await this.#turns.take(this.#patienceMs, RETRY_AFTER_SECONDS)
    try {
      await patiently(deadline, () => this.#files.writer.prepare('begin immediate').run())
      this.#endTurn = endTurn
    } catch (error) {
      endTurn()
      throw error
    }
  }

  async commit(): Promise<void> {
    const deadline = performance.now() + this.#patienceMs
    await patiently(deadline, () => this.#files.writer.prepare('commit').run())
    this.#leave()
  }

  async rollback(): Promise<void> {
    const { writer } = this.#files
    try {
      // After a full disk, for one, SQLite has rolled back by itself.
      if (writer.inTransaction()) writer.prepare('rollback').run()
    } finally {
      this.#leave()
    }
  }

  #leave(): void {
    this.#endTurn?.()
    this.#endTurn = null
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

async function patiently<T>(deadline: number, attempt: () => T): Promise<T> {
  for (;;) {
    try {
      return attempt()
    } catch (error) {
      if (!isBusy(error)) throw error
      if (performance.now() >= deadline) throw errors.unavailable(RETRY_AFTER_SECONDS)
    }
    await setTimeout(RETRY_EVERY_MS)
  }
}
