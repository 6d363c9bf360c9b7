import { sql } from 'kysely'
import type { GroupId, MemberId } from '#contract/ids.ts'
import type { JoinRequestId } from '#contract/openings.ts'
import { countEach, deleteFrom, type HasDb, type Read } from '../../../db/rows.ts'
import { isOneOf } from '../../../db/search.ts'
import { isUnblocked } from '../../account/blockRepository.ts'
import { ASK_AGAIN_MS, GROUP_REQUESTS_MAX, REQUESTS_OPEN_MAX } from '../limits.ts'
import { areOpeningsOn } from './openingRepository.ts'

/* A change of a request locks its group first; see `lockGroup`. */

/**
 * Condition about request `r`: neither a mute nor a block is between its member and this one, nor a block between its
 * member and the owner. A request is shown to, and answered by, only those of the group for whom that is true.
 */
const isReachable = (w: Read, reader: MemberId) =>
  sql<boolean>`not exists (select 1 from mutes where until > ${w.now}
    and ((user_id = ${reader} and muted_user_id = r.user_id)
      or (user_id = r.user_id and muted_user_id = ${reader})))
    and ${isUnblocked('r.user_id', reader, 'groups.owner_id')}`

/** Open requests of active accounts. @param reader who may invite to their groups */
const waiting = (w: Read, reader: MemberId) =>
  w.db
    .selectFrom('join_requests as r')
    .innerJoin('users', 'users.id', 'r.user_id')
    .innerJoin('groups', 'groups.id', 'r.group_id')
    .where((is) => is.and({ 'r.answer': 'open', 'users.deactivated_at': null }))
    .where(isReachable(w, reader))

/** Oldest first. */
export const listWaiting = (w: Read, group: GroupId, reader: MemberId) =>
  waiting(w, reader)
    .select(['r.id', 'r.message', 'r.created_at', 'users.username as name'])
    .where('r.group_id', '=', group)
    .orderBy('r.id')
    .limit(GROUP_REQUESTS_MAX)
    .execute()

export const findWaiting = (w: Read, id: JoinRequestId, reader: MemberId) =>
  waiting(w, reader)
    .select(['r.id', 'r.group_id', 'r.user_id', 'r.message'])
    .select(['users.username', 'users.email', 'groups.name as group'])
    .where('r.id', '=', id)
    .executeTakeFirst()

/** Groups with requests that the member may answer, and how many; longest waiting first. */
export async function listAskedGroups(w: Read, member: MemberId) {
  if (!(await areOpeningsOn(w))) return []
  const rows = await waiting(w, member)
    .innerJoin('memberships as m', (join) =>
      join.onRef('m.group_id', '=', 'r.group_id').on('m.user_id', '=', member),
    )
    .select(['r.group_id', 'groups.name as group_name'])
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where((is) => is.or([is('groups.owner_id', '=', member), is('m.role', '=', 'co_owner')]))
    .groupBy(['r.group_id', 'groups.name'])
    .orderBy(({ fn }) => fn.min('r.id'))
    .execute()
  return rows.map((row) => ({ ...row, count: Number(row.count) }))
}

const own = (w: HasDb, member: MemberId) =>
  w.db
    .selectFrom('join_requests as r')
    .innerJoin('groups', 'groups.id', 'r.group_id')
    .leftJoin('group_pages as page', 'page.group_id', 'r.group_id')
    .leftJoin('invites', (join) =>
      join
        .onRef('invites.group_id', '=', 'r.group_id')
        .onRef('invites.target_user_id', '=', 'r.user_id')
        .on(isUnblocked('r.user_id', 'invites.invited_by', 'groups.owner_id')),
    )
    .select(['r.id', 'r.group_id', 'r.message', 'r.answer', 'r.sentence'])
    .select(['r.created_at', 'r.answered_at', 'groups.name as group_name', 'page.crest'])
    .select('invites.id as invite_id')
    .where('r.user_id', '=', member)
    .orderBy('r.id', 'desc')

/** Requests that wait, and the last answer of each group as long as it matters. Of accepted ones those with an open invite. */
export const listOwn = (w: Read, member: MemberId) =>
  own(w, member)
    .where((is) =>
      is.or([
        is('r.answer', '=', 'open'),
        is.and([is('r.answer', '=', 'accepted'), is('invites.id', 'is not', null)]),
        is.and([
          is('r.answer', 'in', ['declined', 'closed']),
          is('r.answered_at', '>', w.now - ASK_AGAIN_MS),
        ]),
      ]),
    )
    .where(sql<boolean>`not exists (select 1 from join_requests newer
      where newer.group_id = r.group_id and newer.user_id = r.user_id and newer.id > r.id
        and newer.answer <> 'withdrawn')`)
    .limit(3 * REQUESTS_OPEN_MAX)
    .execute()

export const findOwn = (w: HasDb, id: JoinRequestId, member: MemberId) =>
  own(w, member).where('r.id', '=', id).executeTakeFirst()

/** Requests of a member since then, of all groups, and older ones that wait. */
export const listAsked = (w: HasDb, member: MemberId, since: number) =>
  w.db
    .selectFrom('join_requests')
    .select(['group_id', 'answer', 'created_at', 'answered_at'])
    .where('user_id', '=', member)
    .where((is) =>
      is.or([
        is('answer', '=', 'open'),
        is('created_at', '>', since),
        is('answered_at', '>', since),
      ]),
    )
    .execute()

export const countWaiting = ({ db }: HasDb, groups: readonly number[]) =>
  countEach(
    db
      .selectFrom('join_requests')
      .where(isOneOf(db, 'group_id', groups))
      .where('answer', '=', 'open'),
    sql.ref<number>('group_id'),
  )

const ownerOf = (group: GroupId) => sql`(select owner_id from groups where groups.id = ${group})`

/** Every invite of the member to the group answers the request. */
export const acceptRequestOf = (w: Read, group: GroupId, member: MemberId, inviter: MemberId) =>
  w.db
    .updateTable('join_requests')
    .set({ answer: 'accepted', answered_at: w.now })
    .where((is) => is.and({ group_id: group, user_id: member, answer: 'open' }))
    .where(isUnblocked(member, inviter, ownerOf(group)))
    .execute()

/** @returns the groups whose requests have ended */
export async function withdrawRequestsOf(w: Read, member: MemberId) {
  const rows = await w.db
    .updateTable('join_requests')
    .set({ answer: 'withdrawn', answered_at: w.now })
    .where((is) => is.and({ user_id: member, answer: 'open' }))
    .returning('group_id')
    .execute()
  return rows.map(({ group_id }) => group_id)
}

/** Requests of the group wait no longer. @returns the members who asked, and the group's name */
export async function closeRequests(w: Read, group: GroupId) {
  const rows = await w.db
    .updateTable('join_requests')
    .set({ answer: 'closed', answered_at: w.now })
    .where((is) => is.and({ group_id: group, answer: 'open' }))
    .returning([
      'user_id',
      (is) => is.selectFrom('groups').select('name').where('id', '=', group).as('name'),
    ])
    .execute()
  return { name: rows[0]?.name ?? '', asked: rows.map(({ user_id }) => user_id) }
}

/** An answer matters for a while, however late it was. */
export const deleteOldRequests = deleteFrom(
  'join_requests',
  (before) => sql`created_at <= ${before} and (answered_at is null or answered_at <= ${before})`,
  { key: 'id', by: 'created_at' },
)
