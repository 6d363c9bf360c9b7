import { codeOf, errors, type Refusal } from './errors.ts'

/** Seconds until a caller may try again: connections come back at once when the database does. */
const RETRY_AFTER_SECONDS = 5
/** Seconds: somebody has to make room first. */
const RETRY_WHEN_FULL_SECONDS = 60
/** Errors within errors; a wrapped error is two or three deep. */
const DEPTH_MAX = 5

/** What has failed below us: nobody answers, it answers too slowly, or no space is left. */
type Failure = 'away' | 'busy' | 'full'

/** By the driver's code: SQLSTATE of PostgreSQL, result codes of SQLite, and errno. First match wins. */
const CODES: readonly (readonly [RegExp, Failure])[] = [
  [/^(53100|SQLITE_FULL|ENOSPC|EDQUOT)$/, 'full'],
  // Statement timeouts, lock timeouts, deadlocks and serialization failures.
  [/^(57014|55P03|40001|40P01|25P04|SQLITE_(BUSY|LOCKED)(_\w+)?)$/, 'busy'],
  // Connection exceptions, shutdowns, missing resources, a standby, and a login that no longer works.
  [/^(08\w{3}|57P0[1-5]|53\w{3}|58\w{3}|25P03|25006|28\w{3}|3D000)$/, 'away'],
  [/^SQLITE_(IOERR|CANTOPEN|READONLY|PROTOCOL|NOMEM)(_\w+)?$/, 'away'],
  [/^E(CONN\w+|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|NOTFOUND|AI_AGAIN)$/, 'away'],
  [/^E(ROFS|IO|MFILE|NFILE)$/, 'away'],
]

/** The PostgreSQL driver, its pool and Kysely give these no code. */
const LOST_CONNECTION =
  /^(Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client (has encountered a connection error|was closed) and is not queryable|Postgres connection has been discarded|Cannot use a pool after calling end|driver has already been destroyed)/

/** @returns null for an error that is a mistake in the program */
function failureOf(error: unknown, depth = 0): Failure | null {
  if (typeof error !== 'object' || error === null || depth > DEPTH_MAX) return null
  const code = codeOf(error)
  const { message, cause } = error as { message?: unknown; cause?: unknown }
  for (const [pattern, failure] of CODES) if (pattern.test(code)) return failure
  if (LOST_CONNECTION.test(String(message))) return 'away'
  return failureOf(cause, depth + 1)
}

/**
 * The one place that decides what a failed database, disk or file store means for a caller.
 * @returns null for any other error
 */
export function refusalOf(error: unknown): Refusal | null {
  switch (failureOf(error)) {
    case 'full':
      return errors.noSpace(RETRY_WHEN_FULL_SECONDS)
    case 'busy':
      return errors.busy(RETRY_AFTER_SECONDS)
    case 'away':
      return errors.unavailable(RETRY_AFTER_SECONDS)
    case null:
      return null
  }
}
