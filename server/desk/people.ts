import type { MemberId } from '#contract/ids.ts'
import type { HasDb } from '../db/rows.ts'
import { isOneOf } from '../db/search.ts'

export type Person = { readonly id: number; readonly username: string; readonly is_staff: boolean }

export async function peopleByIds(
  w: HasDb,
  ids: readonly (number | null | undefined)[],
): Promise<ReadonlyMap<number, Person>> {
  const wanted = [...new Set(ids.filter((id) => typeof id === 'number'))]
  const rows = await w.db
    .selectFrom('users')
    .select(['id', 'username', 'role'])
    .where(isOneOf(w.db, 'id', wanted))
    .execute()
  return new Map(
    rows.map(({ id, username, role }) => [id, { id, username, is_staff: role !== 'player' }]),
  )
}

/** The name of one of them for a row of the desk; null without the person, and for an account that is gone. */
export const personIn =
  (people: ReadonlyMap<number, Person>) =>
  (id: number | null | undefined): Pick<Person, 'id' | 'username'> | null => {
    const found = people.get(id ?? 0)
    return found === undefined ? null : { id: found.id, username: found.username }
  }

/** @param keys as `usernameKey` makes them */
export async function accountsByNameKey(
  w: HasDb,
  keys: readonly string[],
): Promise<ReadonlyMap<string, MemberId>> {
  const rows = await w.db
    .selectFrom('users')
    .select(['id', 'username_key'])
    .where(isOneOf(w.db, 'username_key', keys))
    .execute()
  return new Map(rows.map(({ id, username_key }) => [username_key, id]))
}

/** The importer of the command line. */
export const findFirstSuperuser = (w: HasDb) =>
  w.db
    .selectFrom('users')
    .select('id')
    .where((is) => is.and({ role: 'superuser', deactivated_at: null }))
    .orderBy('id')
    .executeTakeFirst()
