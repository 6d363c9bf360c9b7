import {
  type CompiledQuery,
  type ControlledTransaction,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import type { DB } from './schema.ts'

type Reading = {
  readonly read: <R>(query: CompiledQuery<R>) => Promise<QueryResult<R>>
  /** Begins a transaction for reads that need a connection of their own. */
  readonly begin: () => Promise<ControlledTransaction<DB>>
}

/** PostgreSQL without connections of its own: each query, and each transaction as a whole, goes to a pool. */
export const readingDialect = (reading: Reading): Dialect => ({
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
