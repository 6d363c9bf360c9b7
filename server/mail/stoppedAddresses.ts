import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { HasDb, Read } from '../db/schema.ts'
import { isOneOf } from '../db/search.ts'

/** Invites by e-mail are not sent to the address any more, whoever sends them. @param digest see `addressTokens` */
export const stopAddress = (w: Read, digest: string) =>
  w.db
    .insertInto('stopped_addresses')
    .values({ digest, created_at: w.now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

export const isAddressStopped = async (w: HasDb, digest: string): Promise<boolean> =>
  (await w.db
    .selectFrom('stopped_addresses')
    .select('digest')
    .where('digest', '=', digest)
    .executeTakeFirst()) !== undefined

/** Those of the digests whose addresses are stopped. */
export async function listStopped(
  w: HasDb,
  digests: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await w.db
    .selectFrom('stopped_addresses')
    .select('digest')
    .where(isOneOf(w.db, 'digest', digests))
    .execute()
  return new Set(rows.map(({ digest }) => digest))
}

/** Condition about a column with digests. */
export const hasStopped = (column: string): RawBuilder<SqlBool> =>
  sql`exists (select 1 from stopped_addresses as stop where stop.digest = ${sql.ref(column)})`
