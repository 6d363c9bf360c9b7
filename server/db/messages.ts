import { type Kysely, sql } from 'kysely'
import { engineOf } from './dialect.ts'
import type { LocalMessages, Message } from './localMessages.ts'
import type { DB } from './schema.ts'
import { TwoConnectionAdapter } from './sqliteDriver.ts'

/**
 * Publishes a message when the transaction commits, and not at all when it is rolled back. Subscribers get it from
 * `listener.ts`, with SQLite from `localMessages`.
 */
export async function publishMessage(tx: Kysely<DB>, message: Message): Promise<void> {
  if (engineOf(tx) === 'postgres')
    await sql`select pg_notify(${sql.raw(CHANNEL)}, ${JSON.stringify(message)})`.execute(tx)
  else localMessages(tx)?.publish(message, tx.isTransaction)
}

/** Null for a database with several processes. */
export function localMessages(db: Kysely<DB>): LocalMessages | null {
  const { adapter } = db.getExecutor()
  return adapter instanceof TwoConnectionAdapter ? adapter.messages : null
}

/** SQL expression: a database may have several schemas with the product's tables. */
export const CHANNEL = "'discordia ' || current_schema()"
