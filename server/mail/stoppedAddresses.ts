import type { Db } from '../db/schema.ts'

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
