import { sql } from 'kysely'
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
