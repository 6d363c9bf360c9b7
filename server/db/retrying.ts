import { Kysely, type Transaction, type TransactionBuilder } from 'kysely'
import { codeOf } from '../config/thrown.ts'

/** `deadlock_detected` and `serialization_failure`. */
const RETRYABLE = new Set(['40P01', '40001'])

/**
 * Runs a transaction again that lost a race for locks. Therefore it does nothing that a rollback cannot undo: files,
 * mails and responses come after the commit.
 */
export class RetryingKysely<DB> extends Kysely<DB> {
  override transaction(): TransactionBuilder<DB> {
    const builder = super.transaction()
    const executeOnce = builder.execute.bind(builder)
    builder.execute = <T>(work: (tx: Transaction<DB>) => Promise<T>): Promise<T> =>
      executeOnce(work).catch((error: unknown) => {
        if (RETRYABLE.has(codeOf(error))) return executeOnce(work)
        throw error
      })
    return builder
  }
}
