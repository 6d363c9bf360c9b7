import { PostgresDialect, PostgresDriver } from 'kysely'
import pg from 'pg'

/** Milliseconds after which the database gives up a statement: the server bounds its own work. */
const STATEMENT_TIMEOUT = 3000

/** Milliseconds after which a transaction that does nothing is ended, and its locks with it. */
const IDLE_TIMEOUT = 10_000

/** Milliseconds to wait for a free connection: a database that is away must not hold every request. */
const CONNECTION_TIMEOUT = 5000

/** Milliseconds beyond the statement timeout, after which a connection without a response counts as lost. */
const RESPONSE_GRACE = 2000

/**
 * Kysely's driver for a PostgreSQL pool. 64-bit integers arrive as numbers: ours are times and
 * counts, far below 2^53.
 */
export function postgresDialect(
  connectionString: string,
  statementTimeout: number = STATEMENT_TIMEOUT,
): PostgresDialect {
  const pool = new pg.Pool({
    Client: DisconnectingClient,
    connectionString,
    max: 10,
    connectionTimeoutMillis: CONNECTION_TIMEOUT,
    statement_timeout: statementTimeout,
    query_timeout: statementTimeout + RESPONSE_GRACE,
    keepAlive: true,
    idle_in_transaction_session_timeout: Math.max(IDLE_TIMEOUT, statementTimeout),
    types: {
      getTypeParser: (type, format) =>
        type === pg.types.builtins.INT8
          ? Number
          : (pg.types.getTypeParser(type, format) as (value: string) => unknown),
    },
  })
  // A connection that breaks is replaced at the next query; an `error` event without a listener ends the process.
  // The pool listens to idle clients only, so each client also has a listener of its own.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return new Dialect({ pool })
}

/**
 * On a query timeout the driver keeps the connection: a database host that has disappeared would hold the pool
 * until TCP gives up, a quarter of an hour. This client closes the connection, and the pool replaces it.
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

class Dialect extends PostgresDialect {
  readonly #pool: pg.Pool

  constructor(config: { pool: pg.Pool }) {
    super(config)
    this.#pool = config.pool
  }

  override createDriver(): Driver {
    return new Driver({ pool: this.#pool })
  }
}

type Connection = Parameters<PostgresDriver['rollbackTransaction']>[0]

class Driver extends PostgresDriver {
  /**
   * A rollback fails only where the connection is lost, and the database has then rolled back by itself. Kysely
   * has discarded the connection; thrown, this error would hide the one that the transaction failed with.
   */
  override async rollbackTransaction(connection: Connection): Promise<void> {
    await super.rollbackTransaction(connection).catch(() => undefined)
  }
}
