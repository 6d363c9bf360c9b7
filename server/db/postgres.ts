import { PostgresDialect } from 'kysely'
import pg from 'pg'

/** Milliseconds after which the database gives up a statement: the server bounds its own work. */
const STATEMENT_TIMEOUT = 3000

/** Milliseconds after which a transaction that does nothing is ended, and its locks with it. */
const IDLE_TIMEOUT = 10_000

/** Milliseconds to wait for a free connection: a database that is away must not hold every request. */
const CONNECTION_TIMEOUT = 10_000

/**
 * Kysely's driver for a PostgreSQL pool. 64-bit integers arrive as numbers: ours are times and
 * counts, far below 2^53.
 */
export function postgresDialect(
  connectionString: string,
  statementTimeout: number = STATEMENT_TIMEOUT,
): PostgresDialect {
  const pool = new pg.Pool({
    connectionString,
    max: 10,
    connectionTimeoutMillis: CONNECTION_TIMEOUT,
    statement_timeout: statementTimeout,
    idle_in_transaction_session_timeout: Math.max(IDLE_TIMEOUT, statementTimeout),
    types: {
      getTypeParser: (type, format) =>
        type === pg.types.builtins.INT8
          ? Number
          : (pg.types.getTypeParser(type, format) as (value: string) => unknown),
    },
  })
  // An idle connection that breaks is replaced at the next query; without a listener it would end the process.
  pool.on('error', () => undefined)
  return new PostgresDialect({ pool })
}
