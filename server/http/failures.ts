import { codeOf } from '../config/thrown.ts'
import { FileSwept } from '../db/looseFiles.ts'
import { InvalidImage } from '../files/pictures.ts'
import { errors, type Refusal } from './errors.ts'

const RETRY_AFTER_SECONDS = 5
/** Longer than other pauses, because an operator has to make room first. */
const RETRY_WHEN_FULL_SECONDS = 60
/** Depth of an error's `cause`; a wrapped error is two or three deep. */
const CAUSE_DEPTH_MAX = 5

/** away: no connection. busy: too slow, or a lost race for a lock. full: no space left. */
type Failure = 'away' | 'busy' | 'full'

/** Failures by the driver's code: SQLSTATE of PostgreSQL, result codes of SQLite, and errno. First match wins. */
const CODES: readonly (readonly [RegExp, Failure])[] = [
  [/^(53100|SQLITE_FULL|ENOSPC|EDQUOT)$/, 'full'],
  // Statement timeouts, lock timeouts, deadlocks and serialization failures.
  [/^(57014|55P03|40001|40P01|25P04|SQLITE_(BUSY|LOCKED)(_\w+)?)$/, 'busy'],
  // Foreign key violation by a concurrent delete, such as of the caller's account: the retry responds 404.
  [/^(23503|SQLITE_CONSTRAINT_FOREIGNKEY)$/, 'busy'],
  // Connection exceptions, shutdowns, missing resources, a standby, and a login that no longer works.
  [/^(08\w{3}|57P0[1-5]|53\w{3}|58\w{3}|25P03|25006|28\w{3}|3D000)$/, 'away'],
  [/^SQLITE_(IOERR|CANTOPEN|READONLY|PROTOCOL|NOMEM|CORRUPT|NOTADB)(_\w+)?$/, 'away'],
  [/^E(CONN\w+|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|NOTFOUND|AI_AGAIN)$/, 'away'],
  [/^E(ROFS|IO|MFILE|NFILE)$/, 'away'],
]

/** The PostgreSQL driver, its pool and Kysely give these no code. */
const LOST_CONNECTION =
  /^(Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client (has encountered a connection error|was closed) and is not queryable|Postgres connection has been discarded|Cannot use a pool after calling end|driver has already been destroyed)/

/** @returns null for a bug */
function failureOf(error: unknown, depth = 0): Failure | null {
  if (typeof error !== 'object' || error === null || depth > CAUSE_DEPTH_MAX) return null
  const code = codeOf(error)
  const { message, cause } = error as { message?: unknown; cause?: unknown }
  for (const [pattern, failure] of CODES) if (pattern.test(code)) return failure
  if (LOST_CONNECTION.test(String(message))) return 'away'
  return failureOf(cause, depth + 1)
}

/**
 * The response to an error of the database, the disk or the file store.
 * @returns null for any other error
 */
export function refusalOf(error: unknown): Refusal | null {
  if (error instanceof InvalidImage) return errors.invalidImage()
  if (error instanceof FileSwept) return errors.busy(RETRY_AFTER_SECONDS)
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
