import { type Kysely, sql } from 'kysely'
import { engineOf } from './dialect.ts'
import type { DB } from './schema.ts'

/** What one process tells all that share its database, itself included. At most 8,000 bytes as JSON. */
export type Message = { readonly topic: string; readonly data: unknown }

/**
 * Sends a message when the transaction commits, and not at all when it is rolled back. With SQLite there is nobody
 * to tell. `listener.ts` hears it.
 */
export async function tell(tx: Kysely<DB>, message: Message): Promise<void> {
  if (engineOf(tx) === 'postgres')
    await sql`select pg_notify(${sql.raw(CHANNEL)}, ${JSON.stringify(message)})`.execute(tx)
}

/** As SQL: a database may have several schemas with the product's tables. */
export const CHANNEL = "'discordia ' || current_schema()"
