import type { MemberId } from '#contract/ids.ts'
import type { Db } from '../../db/schema.ts'

/** Names of one query: far below the parameters that a statement may have. */
const CHUNK = 500

/** Accounts by `usernameKey`. */
export async function peopleByNames(
  db: Db,
  keys: readonly string[],
): Promise<Map<string, MemberId>> {
  const wanted = [...new Set(keys)]
  const found = new Map<string, MemberId>()
  for (let at = 0; at < wanted.length; at += CHUNK) {
    const rows = await db
      .selectFrom('users')
      .select(['id', 'username_key'])
      .where('username_key', 'in', wanted.slice(at, at + CHUNK))
      .execute()
    for (const { id, username_key } of rows) found.set(username_key, id)
  }
  return found
}

/** In whose name the command line imports what has no author here: the first superuser. */
export const firstSuperuser = (db: Db) =>
  db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'superuser')
    .where('deactivated_at', 'is', null)
    .orderBy('id')
    .executeTakeFirst()
