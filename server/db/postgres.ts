import {
  CompiledQuery,
  type Kysely,
  PostgresAdapter,
  PostgresDialect,
  PostgresDriver,
  sql,
} from 'kysely'
import pg from 'pg'

/** The database cancels the statement. */
const STATEMENT_TIMEOUT_MS = 3000

/** The database ends an idle transaction, and with it its locks. */
const IDLE_TIMEOUT_MS = 10_000

/** Timeout of waiting for a free connection: requests must not queue during an outage. */
const CONNECTION_TIMEOUT_MS = 5000

/** Grace after the statement timeout; then the connection counts as lost. */
const RESPONSE_GRACE_MS = 2000

/** 64-bit integers arrive as numbers: times and counts, far below 2^53. */
export function postgresDialect(
  connectionString: string,
  statementTimeoutMs: number = STATEMENT_TIMEOUT_MS,
): PostgresDialect {
  const pool = new pg.Pool({
    Client: DisconnectingClient,
    connectionString,
    max: 10,
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    statement_timeout: statementTimeoutMs,
    query_timeout: statementTimeoutMs + RESPONSE_GRACE_MS,
    keepAlive: true,
    idle_in_transaction_session_timeout: Math.max(IDLE_TIMEOUT_MS, statementTimeoutMs),
    types: {
      getTypeParser: (type, format) =>
        type === pg.types.builtins.INT8
          ? Number
          : (pg.types.getTypeParser(type, format) as (value: string) => unknown),
    },
  })
  // Broken connections are replaced at the next query. Without a listener, their `error` event ends the process;
  // the pool listens to idle clients only, so each client has its own listener.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  const dialect = new PostgresDialect({ pool })
  const limits = statementTimeoutMs === STATEMENT_TIMEOUT_MS ? undefined : statementTimeoutMs
  dialect.createDriver = () => new Driver(pool, limits)
  dialect.createAdapter = () => new Adapter()
  return dialect
}

/**
 * Limits of this connection that are off. A pooler in transaction mode does not pass them on; they are settings of the
 * role then (docs/large-site.md).
 */
export async function missingLimits<DB>(db: Kysely<DB>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from pg_settings
    where name in ('statement_timeout', 'idle_in_transaction_session_timeout') and setting = '0'
    order by name desc`.execute(db)
  return rows.map(({ name }) => name)
}

/** Its lock of migrations belongs to a session, which a pooler does not keep: see `lockMigrations`. */
class Adapter extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}

/**
 * Closes itself on a query timeout. The driver would keep the connection: after a network failure, the pool would be
 * blocked until TCP gives up, a quarter of an hour.
 */
class DisconnectingClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config)
    const send = this.query.bind(this) as (...args: unknown[]) => unknown
    const sendAndWatch = (...args: unknown[]): unknown => {
      const sent = send(...args)
      if (sent instanceof Promise) sent.catch((error: Error) => this.#closeOnTimeout(error))
      return sent
    }
    this.query = sendAndWatch as typeof this.query
  }

  #closeOnTimeout(error: Error): void {
    if (error.message === 'Query read timeout') this.connection.stream.destroy(error)
  }
}

type Connection = Parameters<PostgresDriver['rollbackTransaction']>[0]

class Driver extends PostgresDriver {
  readonly #limitMs: number | undefined

  /** @param limitMs timeout of a statement, if it is not that of the role */
  constructor(pool: pg.Pool, limitMs: number | undefined) {
    super({ pool })
    this.#limitMs = limitMs
  }

  /** A pooler ignores the limit that a connection asks for; a transaction may set its own. */
  override async beginTransaction(
    connection: Connection,
    settings: Parameters<PostgresDriver['beginTransaction']>[1],
  ): Promise<void> {
    await super.beginTransaction(connection, settings)
    if (this.#limitMs === undefined) return
    const idle = Math.max(IDLE_TIMEOUT_MS, this.#limitMs)
    const set = `set local statement_timeout = ${this.#limitMs}; set local idle_in_transaction_session_timeout = ${idle}`
    await connection.executeQuery(CompiledQuery.raw(set))
  }

  /**
   * A rollback fails only on a lost connection, where the database rolls back by itself. Its error would hide that
   * of the transaction.
   */
  override async rollbackTransaction(connection: Connection): Promise<void> {
    await super.rollbackTransaction(connection).catch(() => undefined)
  }
}
