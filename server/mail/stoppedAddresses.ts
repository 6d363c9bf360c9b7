import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../db/schema.ts'
import { isOneOf } from '../db/search.ts'

/** Invites by e-mail are not sent to the address any more, whoever sends them. @param digest see `addressTokens` */
export const stopAddress = (db: Db, digest: string, now: number) =>
  db
    .insertInto('stopped_addresses')
    .values({ digest, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

export const isAddressStopped = async (db: Db, digest: string): Promise<boolean> =>
  (await db
    .selectFrom('stopped_addresses')
    .select('digest')
    .where('digest', '=', digest)
    .executeTakeFirst()) !== undefined

/** Those of the digests whose addresses are stopped. */
export async function listStopped(
  db: Db,
  digests: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('stopped_addresses')
    .select('digest')
    .where(isOneOf(db, 'digest', digests))
    .execute()
  return new Set(rows.map(({ digest }) => digest))
}

/** Condition about a column with digests. */
export const hasStopped = (column: string): RawBuilder<SqlBool> =>
  sql`exists (select 1 from stopped_addresses as stop where stop.digest = ${sql.ref(column)})`
