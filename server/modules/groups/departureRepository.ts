import { sql } from 'kysely'
import type { GroupId, MemberId } from '#contract/ids.ts'
import { HOUR_MS } from '../../config/time.ts'
import type { HasDb, Read } from '../../db/rows.ts'
import { idsOf, isOneOf } from '../../db/search.ts'
import { changing, type Opener, reading, type Work } from '../../work/work.ts'
import type { GroupChange } from './groupCalls.ts'
import { deleteInvitesBy } from './inviteRepository.ts'
import { recordOwner } from './logRepository.ts'
import { openingMails } from './openings/mails.ts'
import { deleteOpening } from './openings/openingRepository.ts'
import { closeRequests, withdrawRequestsOf } from './openings/requestRepository.ts'
import { deleteLinksOf } from './page/repository.ts'
import { keepAttendance } from './past/pastRepository.ts'
import { mailGoneSessions } from './planning/goneRepository.ts'
import { removeHost } from './planning/sessionRepository.ts'
import { deleteMember, listAccounts } from './repository.ts'

/** Deletes the links and invites of a former co-owner. An owner's open invites stay with the group (behaviour 12.9). */
export async function endCoOwnership(w: Work, group: GroupId, member: MemberId): Promise<void> {
  await deleteLinksOf(w, group, member)
  w.publish(await deleteInvitesBy(w, group, member), { kind: 'invites' })
}

/**
 * Runs when an account is deactivated; see `handOverGroups`. The member stays in the groups but can do nothing there.
 */
export async function departGroups(w: Work, member: MemberId): Promise<void> {
  await handOverGroups(w, member)
  await deleteLinksOf(w, null, member)
  await mailGoneSessions(w, { user: member })
  await removeHost(w, member)
  await withdrawRequests(w, member)
}

/** A deleted account leaves nothing behind, mails included: these are sent in the hour before. */
const BEFORE_DELETION_MS = HOUR_MS

const BATCH = 50

/** Call it every few minutes: each session is mailed once. */
export async function mailBeforeDeletions(deps: Opener) {
  const w = reading(deps)
  for (const user of await listDueBefore(w, w.now + BEFORE_DELETION_MS, BATCH))
    await changing(deps, (w) => mailGoneSessions(w, { user, isBeforeDeletion: true }))
}

/** A member leaves or is removed. The group is locked. */
export async function departMember(w: GroupChange, member: MemberId): Promise<void> {
  const { id, group } = w
  const isCoOwner = member !== group.ownerId && group.coOwners.includes(member)
  if (isCoOwner) await endCoOwnership(w, id, member)
  await mailGoneSessions(w, { group: id, user: member })
  await keepAttendance(w, id, member)
  await removeHost(w, member, id)
  await deleteMember(w, id, member)
}

/**
 * The group looks for players no longer: requests that wait end, and their members get mail. Call it before the group is
 * deleted.
 */
export async function endOpening(w: Work, group: GroupId): Promise<void> {
  await deleteOpening(w, group)
  const { name, asked } = await closeRequests(w, group)
  const answer = { answer: 'closed', group: name, groupId: group, sentence: '' } as const
  w.mail(asked, openingMails.of('join-answer', answer))
  w.publish(asked, { kind: 'invites' })
}

/** Runs when an account is deactivated or deleted. The caller has locked the account. */
export async function withdrawRequests(w: Work, member: MemberId): Promise<void> {
  const groups = await withdrawRequestsOf(w, member)
  const accounts = Map.groupBy(await listAccounts(w, groups), ({ group_id }) => group_id)
  for (const [subject, members] of accounts) w.publish(idsOf(members), { kind: 'group', subject })
}

/*
 * The groups of a member whose account is deactivated or reactivated. The caller has locked the account, so that the
 * member cannot join another group during the change.
 */

/**
 * Locks every group that the member belongs to, is invited to or has sent an invite for, and publishes a change to the
 * members of all of them.
 */
async function lockGroupsOf(w: Work, user: MemberId): Promise<void> {
  const groups = await w.db
    .selectFrom('groups')
    .select('id')
    .where(
      'id',
      'in',
      w.db
        .selectFrom('memberships')
        .select('group_id')
        .where('user_id', '=', user)
        .union(
          w.db
            .selectFrom('invites')
            .select('group_id')
            .where((is) => is.or([is('target_user_id', '=', user), is('invited_by', '=', user)])),
        ),
    )
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const members = await w.db
    .selectFrom('memberships')
    .select('user_id')
    .distinct()
    .where(isOneOf(w.db, 'group_id', idsOf(groups)))
    .execute()
  w.publish(
    members.map(({ user_id }) => user_id),
    { kind: 'groups' },
  )
}

/** A new owner is no co-owner. */
const endRolesOfOwners = (w: HasDb, user: MemberId) =>
  sql`update memberships set role = 'member' where role = 'co_owner'
    and group_id in (select m.group_id from memberships m where m.user_id = ${user})
    and exists (select 1 from groups
      where groups.id = memberships.group_id and owner_id = memberships.user_id)`.execute(w.db)

/**
 * Gives every group of the member to the longest-serving other member with an active account, and deletes the open
 * invites from and to the member. A group without such a member keeps its owner; see `reclaimGroups`.
 */
export async function handOverGroups(w: Work, user: MemberId): Promise<void> {
  await lockGroupsOf(w, user)
  const successor = sql`(select m.user_id from memberships m join users u on u.id = m.user_id
    where m.group_id = groups.id and m.user_id <> ${user}
      and u.activated_at is not null and u.deactivated_at is null
    order by m.joined_at, m.user_id limit 1)`
  await sql`insert into group_log (group_id, actor_id, subject_id, kind, created_at)
    select groups.id, ${user}, ${successor}, 'owner_changed', ${w.now} from groups
    where owner_id = ${user} and ${successor} is not null`.execute(w.db)
  await sql`update groups set owner_id = ${successor}
    where owner_id = ${user} and ${successor} is not null`.execute(w.db)
  await endRolesOfOwners(w, user)
  const invites = await w.db
    .deleteFrom('invites')
    .where((is) => is.or([is('target_user_id', '=', user), is('invited_by', '=', user)]))
    .returning('target_user_id')
    .execute()
  w.publish(
    invites.map(({ target_user_id }) => target_user_id),
    { kind: 'invites' },
  )
}

/** Makes a reactivated member the owner of the groups whose owner's account is deactivated. */
export async function reclaimGroups(w: Work, user: MemberId): Promise<void> {
  await lockGroupsOf(w, user)
  const reclaimed = await w.db
    .updateTable('groups')
    .set({ owner_id: user })
    .where(
      'id',
      'in',
      w.db.selectFrom('memberships').select('group_id').where('user_id', '=', user),
    )
    .where('owner_id', '<>', user)
    .where(
      'owner_id',
      'in',
      w.db.selectFrom('users').select('id').where('deactivated_at', 'is not', null),
    )
    .returning('id')
    .execute()
  for (const { id } of reclaimed) await recordOwner(w, id, { actor: user, owner: user })
}

/** Members whose accounts will be deleted before then, soonest first. */
async function listDueBefore(w: Read, until: number, limit: number): Promise<MemberId[]> {
  const rows = await w.db
    .selectFrom('users')
    .select('id')
    .where('deletion_due_at', '>', w.now)
    .where('deletion_due_at', '<=', until)
    .orderBy('deletion_due_at')
    .limit(limit)
    .execute()
  return idsOf(rows)
}
