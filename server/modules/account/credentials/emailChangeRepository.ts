import type { Selectable } from 'kysely'
import type { MemberId } from '#contract/ids.ts'
import { CLOCK_DIFFERENCE_MS } from '../../../config/time.ts'
import { count, type DB, deletePast, exists, type HasDb, type Read } from '../../../db/rows.ts'
import { isOneOf } from '../../../db/search.ts'

export type EmailChange = Selectable<DB['email_changes']>
/** Changes of one run. */
const DUE_MAX = 100

type NewChange = Pick<
  EmailChange,
  | 'user_id'
  | 'old_email'
  | 'old_email_key'
  | 'new_email'
  | 'new_email_key'
  | 'requested_at'
  | 'expires_at'
  | 'family'
> &
  Partial<Pick<EmailChange, 'way' | 'reason' | 'due_at'>>

/* Those that members request. */

export const findPendingChange = (w: Read, user: MemberId) =>
  w.db
    .selectFrom('email_changes')
    .selectAll()
    .where((is) => is.and({ user_id: user, way: null, confirmed_at: null }))
    .where('expires_at', '>', w.now)
    .executeTakeFirst()

export const findChange = (w: HasDb, id: number) =>
  w.db.selectFrom('email_changes').selectAll().where('id', '=', id).executeTakeFirst()

export const findChangeBy = (w: HasDb, link: 'confirm_hash' | 'undo_hash', hash: string) =>
  w.db.selectFrom('email_changes').selectAll().where(link, '=', hash).executeTakeFirst()

/**
 * Ends them without deleting them, as they are counted.
 * @param family only changes that this session requested
 */
export const endPendingChanges = (w: Read, user: MemberId, family?: string) =>
  w.db
    .updateTable('email_changes')
    // The margin ends them for a process with a slower clock, too.
    .set({ expires_at: w.now - CLOCK_DIFFERENCE_MS })
    .where((is) => is.and({ user_id: user, way: null, confirmed_at: null }))
    .where('expires_at', '>', w.now - CLOCK_DIFFERENCE_MS)
    .$if(family !== undefined, (q) => q.where('family', '=', family as string))
    .execute()

export async function insertChange(w: HasDb, change: NewChange): Promise<number> {
  const { id } = await w.db
    .insertInto('email_changes')
    .values(change)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const saveChangeLink = (
  w: HasDb,
  id: number,
  link: { readonly confirm_hash: string } | { readonly undo_hash: string },
) => w.db.updateTable('email_changes').set(link).where('id', '=', id).execute()

/** @param expires_at of the undo */
export const markConfirmed = (w: Read, id: number, expires_at: number) =>
  w.db
    .updateTable('email_changes')
    .set({ confirmed_at: w.now, expires_at })
    .where('id', '=', id)
    .execute()

/** Marks the change and all later ones of the account: the link of the first undoes them, too. */
export const markUndone = (w: Read, { id, user_id }: EmailChange) =>
  w.db
    .updateTable('email_changes')
    .set({ undone_at: w.now })
    .where('user_id', '=', user_id)
    .where('id', '>=', id)
    .where('confirmed_at', 'is not', null)
    .execute()

/** Accounts that may still take this address, their former one, back. */
const formerOwners = (w: Read, key: string) =>
  w.db
    .selectFrom('email_changes')
    .select('id')
    .where('old_email_key', '=', key)
    .where('confirmed_at', 'is not', null)
    .where('undone_at', 'is', null)
    .where('expires_at', '>', w.now)

/** True if it is the former e-mail address of an account other than `member`, which may still take it back. */
export const isEmailReserved = (w: Read, key: string, member?: MemberId) =>
  exists(
    formerOwners(w, key).$if(member !== undefined, (q) =>
      q.where('user_id', '<>', member as MemberId),
    ),
  )

/** True if it is the former e-mail address of this account, which may still undo the change. */
export const mayTakeBack = (w: Read, user: MemberId, key: string) =>
  exists(formerOwners(w, key).where('user_id', '=', user))

export const countChanges = (w: HasDb, user: MemberId, since: number): Promise<number> =>
  count(
    w.db
      .selectFrom('email_changes')
      .where((is) => is.and({ user_id: user, way: null }))
      .where('requested_at', '>', since),
  )

/* Those of staff, of which an account has one at a time. They end by a link or at the desk, by nothing else. */

const waiting = (w: Read) =>
  w.db
    .selectFrom('email_changes')
    .selectAll()
    .where('way', 'is not', null)
    .where('confirmed_at', 'is', null)
    .where('expires_at', '>', w.now)

export const findStaffChange = (w: Read, user: MemberId) =>
  waiting(w).where('user_id', '=', user).executeTakeFirst()

export async function staffChangesOf(w: Read, users: readonly MemberId[]) {
  const rows = await waiting(w)
    .where(isOneOf(w.db, 'user_id', users))
    .execute()
  return new Map(rows.map((row) => [row.user_id, row]))
}

export const listDueChanges = (w: Read) =>
  waiting(w).where('due_at', '<=', w.now).orderBy('id').limit(DUE_MAX).execute()

/** The margin ends it for a process with a slower clock, too. */
export const endChange = (w: Read, id: number) =>
  w.db
    .updateTable('email_changes')
    .set({ expires_at: w.now - CLOCK_DIFFERENCE_MS })
    .where('id', '=', id)
    .execute()

export const deleteExpiredChanges = deletePast('email_changes', 'id', 'expires_at')
