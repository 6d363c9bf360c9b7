import { type Insertable, sql } from 'kysely'
import type { GroupId, InviteId, MemberId, MuteId } from '#contract/ids.ts'
import { type Placeholders, prepared } from '../../db/prepared.ts'
import {
  count,
  countEach,
  type DB,
  deleteFrom,
  type HasDb,
  insertRow,
  type Read,
} from '../../db/rows.ts'
import { idList, isInList, isOneOf } from '../../db/search.ts'
import { isUnblocked } from '../account/blockRepository.ts'
import { activeUsers } from '../account/repository.ts'
import { GROUP_SIZE_MAX, INVITES_RECEIVED_MAX, MUTES_MAX } from './limits.ts'
import { acceptRequestOf } from './openings/requestRepository.ts'
import type { InGroup, InviteTarget } from './policy.ts'

/* A change of an invite locks its group first; see `lockGroup`. */

const memberCount = sql<number>`(select count(*) from memberships where group_id = groups.id)`
/** Those that the member sees, and those of the inviter. */
const receivedCount = (inviter: MemberId) => sql<number>`(select count(*) from invites as received
  where received.target_user_id = users.id and (received.invited_by = ${inviter}
    or ${isUnblocked('users.id', 'received.invited_by')}))`

type OfGroups = { readonly groups: unknown; readonly max: number }

const sentInvites = prepared((db, { groups, max }: Placeholders<OfGroups>) =>
  db
    .selectFrom('invites')
    .innerJoin('users', 'users.id', 'invites.target_user_id')
    .select(['invites.group_id', 'invites.id', 'users.username as target_user_username'])
    .where(isInList(db, 'invites.group_id', groups))
    .orderBy('invites.id')
    .limit(max),
)

export const listSentInvites = async (w: HasDb, groups: readonly GroupId[]) =>
  groups.length === 0
    ? []
    : sentInvites(w.db, { groups: idList(w.db, groups), max: groups.length * GROUP_SIZE_MAX })

/** Condition: the invited member is apart neither from the inviter nor from the owner, and so sees the invite. */
export const isInviteShown = isUnblocked(
  'invites.target_user_id',
  'invites.invited_by',
  'groups.owner_id',
)

const receivedInvites = prepared((db, { user }: Placeholders<{ readonly user: MemberId }>) =>
  db
    .selectFrom('invites')
    .innerJoin('groups', 'groups.id', 'invites.group_id')
    .innerJoin('users as leader', 'leader.id', 'groups.owner_id')
    .innerJoin('users as inviter', 'inviter.id', 'invites.invited_by')
    .select(['invites.id', 'invites.created_at', 'groups.name as group_name'])
    .select(['leader.username as group_leader', 'inviter.username as invited_by'])
    .select(memberCount.as('group_size'))
    .where('invites.target_user_id', '=', user)
    .where(isInviteShown)
    .orderBy('invites.id')
    .limit(INVITES_RECEIVED_MAX),
)

export const listReceivedInvites = (w: HasDb, user: MemberId) => receivedInvites(w.db, { user })

export async function listInvitedMembers(w: HasDb, group: GroupId): Promise<MemberId[]> {
  const rows = await w.db
    .selectFrom('invites')
    .select('target_user_id')
    .where('group_id', '=', group)
    .execute()
  return rows.map(({ target_user_id }) => target_user_id)
}

type NewInvite = {
  readonly group_id: GroupId
  readonly target_user_id: MemberId
  readonly invited_by: MemberId
}

/** The caller has locked the group. A request to join by the invited member counts as accepted. */
export async function insertInvite(w: Read, invite: NewInvite): Promise<void> {
  await insertRow(w.db, 'invites', { ...invite, created_at: w.now })
  await acceptRequestOf(w, invite.group_id, invite.target_user_id, invite.invited_by)
}

/** Deletes an invite that the invited member does not see, so that the member can be invited as if there were none. */
export const deleteHiddenInvite = (
  { db, id, group }: HasDb & Pick<InGroup, 'id' | 'group'>,
  user: MemberId,
) =>
  db
    .deleteFrom('invites')
    .where((is) => is.and({ group_id: id, target_user_id: user }))
    .where(({ not }) => not(isUnblocked(user, 'invites.invited_by', group.ownerId)))
    .execute()

/** @returns undefined when another request has ended the invite */
export const deleteInvite = (w: HasDb, id: InviteId) =>
  w.db
    .deleteFrom('invites')
    .where('id', '=', id)
    .returning(['group_id', 'invited_by', 'target_user_id', 'created_at'])
    .executeTakeFirst()

/** @returns the invited members */
export async function deleteInvitesBy(
  w: HasDb,
  group: GroupId,
  inviter: MemberId,
): Promise<MemberId[]> {
  const rows = await w.db
    .deleteFrom('invites')
    .where((is) => is.and({ group_id: group, invited_by: inviter }))
    .returning('target_user_id')
    .execute()
  return rows.map(({ target_user_id }) => target_user_id)
}

/** An active account, and the facts that decide about an invite to the group from the inviter. */
export async function findInviteTarget(
  w: Read,
  { group_id: group, target_user_id: id, invited_by: inviter }: NewInvite,
): Promise<(InviteTarget & { username: string }) | undefined> {
  const user = await activeUsers(w)
    .leftJoin('invites', (join) =>
      join.onRef('invites.target_user_id', '=', 'users.id').on('invites.group_id', '=', group),
    )
    .leftJoin('mutes', (join) =>
      join
        .onRef('mutes.user_id', '=', 'users.id')
        .on('mutes.muted_user_id', '=', inviter)
        .on('mutes.until', '>', w.now),
    )
    .leftJoin('group_removals as removal', (join) =>
      join.onRef('removal.user_id', '=', 'users.id').on('removal.group_id', '=', group),
    )
    .select(['users.id', 'users.username', 'users.email', 'invites.id as invite_id'])
    .select(['mutes.id as mute_id', receivedCount(inviter).as('received')])
    .select('removal.created_at as removedAt')
    .where('users.id', '=', id)
    .executeTakeFirst()
  if (user === undefined) return undefined
  const { invite_id, mute_id, ...target } = user
  return { ...target, isInvited: invite_id !== null, hasMuted: mute_id !== null }
}

export const countInvites = async (w: HasDb, group: GroupId): Promise<number> =>
  (await countInvitesBy(w, [group])).get(group) ?? 0

/** Open invites by group; a group without one is absent. */
export const countInvitesBy = ({ db }: HasDb, groups: readonly number[]) =>
  countEach(
    db.selectFrom('invites').where(isOneOf(db, 'group_id', groups)),
    sql.ref<number>('group_id'),
  )

/** An open invite that is shown to a member who has not muted the inviter. */
export const findMailableInvite = (w: Read, user: MemberId, group: GroupId) =>
  w.db
    .selectFrom('invites')
    .innerJoin('groups', 'groups.id', 'invites.group_id')
    .innerJoin('users as inviter', 'inviter.id', 'invites.invited_by')
    .leftJoin('mutes', (join) =>
      join
        .onRef('mutes.user_id', '=', 'invites.target_user_id')
        .onRef('mutes.muted_user_id', '=', 'invites.invited_by')
        .on('mutes.until', '>', w.now),
    )
    .select(['groups.name as group', 'inviter.username as inviter', memberCount.as('size')])
    .where((is) =>
      is.and({ 'invites.target_user_id': user, 'invites.group_id': group, 'mutes.id': null }),
    )
    .where(isInviteShown)
    .executeTakeFirst()

/** The active account of an e-mail address, and whether it wants mail about invites from the inviter. */
export async function findMailedAccount(
  w: Read,
  email_key: string,
  inviter: MemberId,
): Promise<{ id: MemberId; wantsMail: boolean } | undefined> {
  const user = await activeUsers(w)
    .leftJoin('preferences', 'preferences.user_id', 'users.id')
    .leftJoin('mutes', (join) =>
      join
        .onRef('mutes.user_id', '=', 'users.id')
        .on('mutes.muted_user_id', '=', inviter)
        .on('mutes.until', '>', w.now),
    )
    .select(['users.id', 'preferences.invite_mails_off_at', 'mutes.id as mute_id'])
    .where('users.email_key', '=', email_key)
    .executeTakeFirst()
  if (user === undefined) return undefined
  const { id, invite_mails_off_at, mute_id } = user
  return { id, wantsMail: invite_mails_off_at === null && mute_id === null }
}

type OfMember = { readonly user: MemberId; readonly now: number }

const activeMutes = prepared((db, { user, now }: Placeholders<OfMember>) =>
  db
    .selectFrom('mutes')
    .innerJoin('users', 'users.id', 'mutes.muted_user_id')
    .select(['mutes.id', 'users.username as name', 'mutes.until'])
    .where('mutes.user_id', '=', user)
    .where('mutes.until', '>', now)
    .orderBy('mutes.until')
    .orderBy('mutes.id')
    .limit(MUTES_MAX),
)

export const listActiveMutes = (w: Read, user: MemberId) => activeMutes(w.db, { user, now: w.now })

export const countOtherMutes = (w: Read, user: MemberId, muted: MemberId): Promise<number> =>
  count(
    w.db
      .selectFrom('mutes')
      .where('user_id', '=', user)
      .where('muted_user_id', '<>', muted)
      .where('until', '>', w.now),
  )

type NewMute = Insertable<DB['mutes']>

/** A later end replaces an earlier one, never the other way round (ruling 7). */
export const saveMute = (w: Read, mute: Pick<NewMute, 'user_id' | 'muted_user_id' | 'until'>) =>
  w.db
    .insertInto('mutes')
    .values({ ...mute, created_at: w.now })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'muted_user_id']).doUpdateSet({
        until: sql`case when excluded.until > mutes.until then excluded.until else mutes.until end`,
      }),
    )
    .execute()

/** @returns false when the member has no such active mute */
export async function deleteMute(w: Read, user: MemberId, id: MuteId) {
  const { numDeletedRows } = await w.db
    .deleteFrom('mutes')
    .where((is) => is.and({ id, user_id: user }))
    .where('until', '>', w.now)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export const deleteExpiredMutes = deleteFrom('mutes', (before) => sql`until < ${before}`)
