import { Kysely, type Transaction, type TransactionBuilder } from 'kysely'
import { codeOf } from '../config/errorCode.ts'

/** `deadlock_detected` and `serialization_failure`: the database has rolled back, and a second try may pass. */
const LOST_RACE = new Set(['40P01', '40001'])

/**
 * A database whose transactions run a second time when they lose a race for locks. Therefore a transaction
 * does nothing that a rollback cannot undo: files, mails and responses come after its commit.
 */
export class RetryingKysely<DB> extends Kysely<DB> {
  override transaction(): TransactionBuilder<DB> {
    const builder = super.transaction()
    const once = builder.execute.bind(builder)
    builder.execute = <T>(work: (tx: Transaction<DB>) => Promise<T>): Promise<T> =>
      once(work).catch((error: unknown) => {
        if (LOST_RACE.has(codeOf(error))) return once(work)
        throw error
      })
    return builder
  }
}
