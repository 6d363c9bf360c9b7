import type { GroupId } from '#contract/ids.ts'
import type { DeskGroup, GroupFacts } from '#contract/schemas/groups.ts'
import { publish } from '../../db/liveEvents.ts'
import { deleteRow, type RowOf } from '../../db/rows.ts'
import type { Db } from '../../db/schema.ts'
import { assertFound, type Change } from '../../desk/audit.ts'
import { type ChangeContext, changeRoute, type Sent } from '../../desk/changeRoute.ts'
import { changeRow, lockRecord, type Readable, readRoutes } from '../../desk/crud.ts'
import type { App, Deps } from '../../http/deps.ts'
import { groupClosedMail } from '../../mail/jobs.ts'
import { enqueueAll } from '../../mail/outbox.ts'
import { isActive } from '../account/state.ts'
import { departMember } from './departures.ts'
import { countInvites, listInvited } from './inviteRepository.ts'
import { insertLog, recordOwner } from './logRepository.ts'
import { endOpening } from './openings/endings.ts'
import { renameOpening } from './openings/openingRepository.ts'
import { deleteLinksOf } from './page/linkRepository.ts'
import { mailGoneSessions } from './planning/gone.ts'
import { assertMayRemove, assertMaySucceed, assertOtherName } from './policy.ts'
import { presentDeskGroup } from './present.ts'
import {
  groupStates,
  hasMember,
  insertRemoval,
  listAccounts,
  listGroupsNamed,
  lockGroup,
} from './repository.ts'

/** Groups of members, to repair what their owner cannot; superusers only. */
export function groupsModule(desk: App, deps: Deps): void {
  readRoutes(desk, deps, groups)
  changeRoute(desk, deps, 'groups', 'rename', rename)
  changeRoute(desk, deps, 'groups', 'giveOwnership', giveOwnership)
  changeRoute(desk, deps, 'groups', 'removeMember', removeMember)
  changeRoute(desk, deps, 'groups', 'close', closeGroup)
}

const groups: Readable<'groups', 'groups'> = {
  resource: 'groups',
  table: 'groups',
  list: {
    sortable: ['name', 'created_at'],
    filterable: ['owner_id'],
    searched: ['name'],
    states: groupStates,
    related: { member_id: hasMember },
    sort: ['id', 'desc'],
  },
  present: presentGroups,
}

async function presentGroups(db: Db, rows: readonly RowOf<'groups'>[]): Promise<DeskGroup[]> {
  const ids = rows.map(({ id }) => id)
  const members = Map.groupBy(await listAccounts(db, ids), ({ group_id }) => group_id)
  const invites = await countInvites(db, ids)
  return rows.map((row) =>
    presentDeskGroup(row, members.get(row.id) ?? [], invites.get(row.id) ?? 0),
  )
}

/** Groups of one name that a look-up shows. */
const NAMESAKES_MAX = 20

/** What staff see of groups with this name, to answer a message about one. */
export async function listGroupFacts(db: Db, name: string): Promise<GroupFacts[]> {
  const groups = await presentGroups(db, await listGroupsNamed(db, name, NAMESAKES_MAX))
  return groups.map(({ members: _members, open_invites: _invites, ...facts }) => facts)
}

/** Members see the new name at once, and the former one in the log of the group; invited members see it in their invite. */
const rename = (context: ChangeContext, { params, body }: Sent<'groups', 'rename'>) =>
  changeRow(context, groups, params.id, async (row) => {
    const { tx, now } = context
    const name = body.name.trim()
    assertOtherName(row, name)
    const { members } = await membershipOf(context, row.id)
    await insertLog(tx, { group: row.id, actor: null, kind: 'renamed', detail: row.name }, now)
    await renameOpening(tx, row.id, name)
    await publish(tx, members, { kind: 'groups' }, now)
    await publish(tx, members, { kind: 'group', subject: row.id }, now)
    await publish(tx, await listInvited(tx, row.id), { kind: 'invites' }, now)
    return { name }
  })

const giveOwnership = (context: ChangeContext, { params, body }: Sent<'groups', 'giveOwnership'>) =>
  changeRow(context, groups, params.id, async (row) => {
    const group = await membershipOf(context, row.id)
    assertMaySucceed(group, body.member_id)
    await deleteLinksOf(context.tx, row.id, group.ownerId)
    await recordOwner(context.tx, row.id, group.ownerId, body.member_id, context.now)
    await publish(context.tx, group.members, { kind: 'groups' }, context.now)
    return { owner_id: body.member_id }
  })

const removeMember = (context: ChangeContext, { params, body }: Sent<'groups', 'removeMember'>) =>
  changeRow(context, groups, params.id, async (row) => {
    const group = await membershipOf(context, row.id)
    assertMayRemove(group, body.member_id)
    const { tx, now } = context
    await departMember(tx, row.id, group, body.member_id, now)
    await insertRemoval(tx, row.id, body.member_id, now)
    // The log of a group does not name the staff who did it.
    await insertLog(tx, { group: row.id, actor: body.member_id, kind: 'left' }, now)
    await publish(tx, group.members, { kind: 'groups' }, now)
    return { owner_id: group.ownerId }
  })

async function membershipOf({ tx }: ChangeContext, id: GroupId) {
  const group = await lockGroup(tx, id)
  assertFound(group)
  return group
}

async function closeGroup(
  context: ChangeContext,
  { params, body }: Sent<'groups', 'close'>,
): Promise<Change> {
  const { tx, now } = context
  const { row, before } = await lockRecord(context, groups, params.id)
  const reason = body.reason.trim()
  const members = await listAccounts(tx, [row.id])
  const notified = members.filter(isActive)
  const mails = notified.map((member) => groupClosedMail(member, row, reason))
  await enqueueAll(tx, mails, now)
  await mailGoneSessions(tx, { group: row.id }, now)
  await endOpening(tx, row.id, now)
  await publish(
    tx,
    members.map(({ id }) => id),
    { kind: 'groups' },
    now,
  )
  await publish(tx, await listInvited(tx, row.id), { kind: 'invites' }, now)
  await deleteRow(tx, 'groups', row.id)
  return { record: row.id, before, after: { reason, told: notified.length }, response: before }
}
