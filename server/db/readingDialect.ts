import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'

/** PostgreSQL without connections of its own: `read` sends each query to a pool. No transactions. */
export const readingDialect = (
  read: <R>(query: CompiledQuery<R>) => Promise<QueryResult<R>>,
): Dialect => ({
  createAdapter: () => new PostgresAdapter(),
  createDriver: () =>
    new ReadingDriver({
      executeQuery: <R>(query: CompiledQuery) => read(query as CompiledQuery<R>),
      streamQuery: () => refuse('a stream'),
    }),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
})

class ReadingDriver implements Driver {
  readonly #connection: DatabaseConnection

  constructor(connection: DatabaseConnection) {
    this.#connection = connection
  }

  async init(): Promise<void> {}
  async destroy(): Promise<void> {}
  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection
  }
  async releaseConnection(): Promise<void> {}
  async beginTransaction(): Promise<void> {
    refuse('a transaction')
  }
  async commitTransaction(): Promise<void> {}
  async rollbackTransaction(): Promise<void> {}
}

function refuse(what: string): never {
  throw new Error(`${what} needs the primary, not what public reads use`)
}
