import type { MemberId } from '#contract/ids.ts'
import type { Db } from '../db/schema.ts'
import { isOneOf } from '../db/search.ts'

export type Person = { readonly id: number; readonly username: string; readonly is_staff: boolean }

/** Names and roles of accounts, by id. */
export async function peopleByIds(
  db: Db,
  ids: readonly (number | null | undefined)[],
): Promise<ReadonlyMap<number, Person>> {
  const wanted = [...new Set(ids.filter((id) => typeof id === 'number'))]
  const rows = await db
    .selectFrom('users')
    .select(['id', 'username', 'role'])
    .where(isOneOf(db, 'id', wanted))
    .execute()
  return new Map(
    rows.map(({ id, username, role }) => [id, { id, username, is_staff: role !== 'player' }]),
  )
}

/** @param keys as `usernameKey` makes them */
export async function accountsByNameKey(
  db: Db,
  keys: readonly string[],
): Promise<ReadonlyMap<string, MemberId>> {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'username_key'])
    .where(isOneOf(db, 'username_key', keys))
    .execute()
  return new Map(rows.map(({ id, username_key }) => [username_key, id]))
}

/** The importer of the command line. */
export const findFirstSuperuser = (db: Db) =>
  db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'superuser')
    .where('deactivated_at', 'is', null)
    .orderBy('id')
    .executeTakeFirst()
