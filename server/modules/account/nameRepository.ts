import { sql } from 'kysely'
import { OLD_NAME_DAYS } from '#contract/desk.ts'
import type { MemberId } from '#contract/ids.ts'
import { DAY_MS } from '../../config/time.ts'
import { exists, type HasDb, type Read } from '../../db/rows.ts'
import { type KeysOfName, keysAlike } from '../../text/lookAlikes.ts'
import { changeUser, type User } from './repository.ts'

/** True if the name, or one that looks like it, belongs to an account other than `member`. */
export async function isNameTaken(w: HasDb, name: KeysOfName, member?: MemberId): Promise<boolean> {
  const keys = keysAlike(name)
  const holder = await w.db
    .selectFrom('users')
    .select('id')
    .where((is) => is.or([is('username_key', 'in', keys), is('latin_key', 'in', keys)]))
    .$if(member !== undefined, (q) => q.where('id', '<>', member as MemberId))
    .executeTakeFirst()
  return holder !== undefined
}

/** True if the name is still reserved for another account than `member` that had it before. */
export const isNameReserved = async (w: Read, name: KeysOfName, member?: MemberId) =>
  (await w.db
    .selectFrom('old_usernames')
    .select('id')
    .where('username_key', 'in', keysAlike(name))
    .where('free_at', '>', w.now)
    .$if(member !== undefined, (q) => q.where('user_id', '<>', member as MemberId))
    .executeTakeFirst()) !== undefined

/** Renames the account; the old name stays reserved for it for `OLD_NAME_DAYS`. */
export async function renameUser(
  w: Read,
  user: Pick<User, 'id' | 'username' | 'username_key'>,
  name: { username: string } & KeysOfName,
): Promise<void> {
  await changeUser(w, user.id, name)
  await w.db
    .insertInto('old_usernames')
    .values({
      user_id: user.id,
      username: user.username,
      username_key: user.username_key,
      given_up_at: w.now,
      free_at: w.now + OLD_NAME_DAYS * DAY_MS,
    })
    .execute()
}

export async function listOldNames(w: HasDb, users: readonly number[]) {
  if (users.length === 0) return []
  return w.db
    .selectFrom('old_usernames')
    .select(['user_id', 'username', 'given_up_at'])
    .where(sql<number>`user_id`, 'in', users)
    .execute()
}

/* What a member has chosen for the whole account, beside the settings of other modules. */

/** Hiding them twice keeps the first time. */
export const saveFirstSteps = (w: Read, user: MemberId, isShown: boolean) =>
  w.db
    .updateTable('users')
    .set((is) => ({
      first_steps_hidden_at: isShown
        ? null
        : is.fn.coalesce('first_steps_hidden_at', is.val(w.now)),
    }))
    .where('id', '=', user)
    .execute()

export const hasHiddenFirstSteps = (w: HasDb, user: MemberId): Promise<boolean> =>
  exists(
    w.db
      .selectFrom('users')
      .select('id')
      .where('id', '=', user)
      .where('first_steps_hidden_at', 'is not', null),
  )
