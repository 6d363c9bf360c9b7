import { PostgresDialect, PostgresDriver } from 'kysely'
import pg from 'pg'

/** The database cancels the statement. */
const STATEMENT_TIMEOUT_MS = 3000

/** The database ends an idle transaction, and with it its locks. */
const IDLE_TIMEOUT_MS = 10_000

/** For a free connection: requests must not queue during an outage. */
const CONNECTION_TIMEOUT_MS = 5000

/** After the statement timeout; then the connection counts as lost. */
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
  dialect.createDriver = () => new Driver({ pool })
  return dialect
}

/**
 * On a query timeout the driver keeps the connection: after a network failure, the pool would be blocked until TCP
 * gives up, a quarter of an hour. This client closes it.
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
  /**
   * A rollback fails only on a lost connection, where the database rolls back by itself. Its error would hide that
   * of the transaction.
   */
  override async rollbackTransaction(connection: Connection): Promise<void> {
    await super.rollbackTransaction(connection).catch(() => undefined)
  }
}
