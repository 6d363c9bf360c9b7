import { sql } from 'kysely'
import type { MemberId } from '#contract/ids.ts'
import type { Db } from '../db/schema.ts'

export type Person = { readonly id: number; readonly username: string; readonly is_staff: boolean }

/** Names and roles of accounts, by id. */
export async function peopleByIds(
  db: Db,
  ids: readonly (number | null | undefined)[],
): Promise<ReadonlyMap<number, Person>> {
  const wanted = [...new Set(ids.filter((id) => typeof id === 'number'))]
  if (wanted.length === 0) return new Map()
  const rows = await db
    .selectFrom('users')
    .select(['id', 'username', 'role'])
    .where(sql<number>`id`, 'in', wanted)
    .execute()
  return new Map(
    rows.map(({ id, username, role }) => [id, { id, username, is_staff: role !== 'player' }]),
  )
}

/** Names of one query: far below the parameters that a statement may have. */
const CHUNK = 500

/** @param keys as `usernameKey` makes them */
export async function accountsByNameKey(
  db: Db,
  keys: readonly string[],
): Promise<ReadonlyMap<string, MemberId>> {
  const wanted = [...new Set(keys)]
  const found = new Map<string, MemberId>()
  for (let from = 0; from < wanted.length; from += CHUNK) {
    const rows = await db
      .selectFrom('users')
      .select(['id', 'username_key'])
      .where('username_key', 'in', wanted.slice(from, from + CHUNK))
      .execute()
    for (const { id, username_key } of rows) found.set(username_key, id)
  }
  return found
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
