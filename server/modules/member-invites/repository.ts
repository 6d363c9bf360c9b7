import { type Insertable, type SqlBool, sql } from 'kysely'
import type { MemberId } from '#contract/ids.ts'
import { DAY_MS } from '../../config/time.ts'
import { count, type DB, deletePast, exists, type HasDb, type Read } from '../../db/rows.ts'
import { idsOf, isOneOf } from '../../db/search.ts'
import { hasStopped } from '../../mail/unsubscribeToken.ts'
import {
  deletePersonalRows,
  namesIn,
  type PersonalData,
  rowsOf,
  rowsWithEmail,
  type Subject,
} from '../../work/personalData.ts'

/** Values of an invite that is answered or taken back: it keeps nothing about the person. */
export const BLANK = { email: null, email_key: null, digest: null, name: null } as const
/** Days after which a person who has not answered is reminded. */
const REMINDER_DAYS = 7

const isOpen = (now: number) => sql<SqlBool>`(answer is null and expires_at > ${now})`

/** Values of the filter `state`. */
export const inviteStates = (now: number) => ({
  invited: sql<SqlBool>`(${isOpen(now)} and reminded_at is null)`,
  reminded: sql<SqlBool>`(${isOpen(now)} and reminded_at is not null)`,
  came: sql<SqlBool>`(answer = 'came')`,
  refused: sql<SqlBool>`(answer = 'refused')`,
  ended: sql<SqlBool>`(answer = 'taken_back' or (answer is null and expires_at <= ${now}))`,
})

/** Addresses that have an invite without an answer. */
export async function listInvitedKeys(
  w: HasDb,
  keys: readonly string[],
): Promise<ReadonlySet<string | null>> {
  const rows = await w.db
    .selectFrom('member_invites')
    .select('email_key')
    .where(isOneOf(w.db, 'email_key', keys))
    .execute()
  return new Set(rows.map(({ email_key }) => email_key))
}

/** An address with an open invite. */
export const isOnList = (w: Read, email_key: string): Promise<boolean> =>
  exists(
    w.db
      .selectFrom('member_invites')
      .select('id')
      .where('email_key', '=', email_key)
      .where(isOpen(w.now)),
  )

export const countInvitesSince = (w: HasDb, since: number): Promise<number> =>
  count(w.db.selectFrom('member_invites').where('created_at', '>', since))

/** @returns those that no other list has invited at the same moment */
export const insertInvites = (w: HasDb, rows: readonly Insertable<DB['member_invites']>[]) =>
  w.db
    .insertInto('member_invites')
    .values(rows)
    .onConflict((conflict) => conflict.column('email_key').doNothing())
    .returning(['id', 'email', 'email_key', 'digest'])
    .execute()

/** An invite that waits for an answer of a person without an account. */
export const findOpen = (w: Read, id: number) =>
  w.db
    .selectFrom('member_invites as invite')
    .leftJoin('groups', 'groups.id', 'invite.group_id')
    .leftJoin('users', 'users.email_key', 'invite.email_key')
    .selectAll('invite')
    .select('groups.name as group')
    .where((is) => is.and({ 'invite.id': id, 'invite.answer': null }))
    .where('invite.expires_at', '>', w.now)
    .where('users.id', 'is', null)
    .executeTakeFirst()

export type Arrived = Awaited<ReturnType<typeof listArrived>>[number]

/** Open invites to addresses of active accounts. */
export const listArrived = (w: Read, limit: number) =>
  w.db
    .selectFrom('member_invites as invite')
    .innerJoin('users', 'users.email_key', 'invite.email_key')
    .select(['invite.id', 'invite.group_id', 'users.id as user_id'])
    .where('invite.answer', 'is', null)
    .where('invite.expires_at', '>', w.now)
    .where('users.activated_at', 'is not', null)
    .where('users.deactivated_at', 'is', null)
    .orderBy('invite.id')
    .limit(limit)
    .execute()

/** @returns false when it has an answer, or when the account has another address by now */
export async function noteArrival(w: Read, id: number, user_id: MemberId): Promise<boolean> {
  const { numUpdatedRows } = await w.db
    .updateTable('member_invites')
    .set({ ...BLANK, answer: 'came', answered_at: w.now, user_id })
    .where('id', '=', id)
    .where('answer', 'is', null)
    .where('email_key', '=', (is) =>
      is.selectFrom('users').select('email_key').where('id', '=', user_id),
    )
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Answers the invites to addresses that want no more of them. Looks first, since most runs find none. */
export async function noteRefusals(w: Read): Promise<void> {
  const isRefused = sql<SqlBool>`(answer is null and ${hasStopped('member_invites.digest')})`
  const found = w.db.selectFrom('member_invites').select('id').where(isRefused).limit(1)
  if ((await found.executeTakeFirst()) === undefined) return
  await w.db
    .updateTable('member_invites')
    .set({ ...BLANK, answer: 'refused', answered_at: w.now })
    .where(isRefused)
    .execute()
}

/** Invites to remind of: without an answer and without an account. */
export async function listDueReminders(w: Read, limit: number): Promise<number[]> {
  const rows = await w.db
    .selectFrom('member_invites as invite')
    .leftJoin('users', 'users.email_key', 'invite.email_key')
    .select('invite.id')
    .where((is) => is.and({ 'invite.answer': null, 'invite.reminded_at': null }))
    .where('invite.created_at', '<=', w.now - REMINDER_DAYS * DAY_MS)
    .where('invite.expires_at', '>', w.now)
    .where('users.id', 'is', null)
    .orderBy('invite.id')
    .limit(limit)
    .execute()
  return idsOf(rows)
}

/** Marks them as reminded. @returns those that no other process has taken, and that have no answer yet */
export async function takeReminders(w: Read, ids: readonly number[]) {
  const rows = await w.db
    .updateTable('member_invites')
    .set({ reminded_at: w.now })
    .where(isOneOf(w.db, 'id', ids))
    .where((is) => is.and({ reminded_at: null, answer: null }))
    .returning(['id', 'email', 'invited_by'])
    .execute()
  return rows.flatMap(({ email, ...row }) => (email === null ? [] : [{ ...row, email }]))
}

export const deleteEndedInvites = deletePast('member_invites', 'id', 'expires_at')

const CAME = rowsOf('user_id')
const MAILED = rowsWithEmail('email')
const INVITES = {
  rows: (subject: Subject) => sql<SqlBool>`(${CAME(subject)} or ${MAILED(subject)})`,
}

/** The lists that a member of the staff has sent hold the addresses of others, so they are not data about that member. */
export const memberInvitesData: PersonalData = {
  tables: {
    member_invites: {
      ...INVITES,
      without: ['email_key', 'digest', 'invited_by'],
      names: { group_id: ['group', namesIn('groups', 'name')] },
    },
  },
  async erase(w, subject) {
    await deletePersonalRows(w, 'member_invites', INVITES, subject)
    return []
  },
}
