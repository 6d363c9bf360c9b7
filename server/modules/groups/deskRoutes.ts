import type { DeskGroup, GroupFacts } from '#contract/groups.ts'
import type { GroupId } from '#contract/ids.ts'
import { deleteRow, type HasDb, type RowOf } from '../../db/rows.ts'
import { idsOf } from '../../db/search.ts'
import { assertFound, type Change } from '../../desk/audit.ts'
import { changeRoute, type DeskWork, type Sent } from '../../desk/changeRoute.ts'
import { changeRow, lockRecord, type Readable, readRoutes } from '../../desk/crud.ts'
import type { App, Deps } from '../../http/deps.ts'
import { iso } from '../../text/time.ts'
import type { WorkOf } from '../../work/work.ts'
import { accountState, isActive } from '../account/state.ts'
import { departMember, endOpening } from './departureRepository.ts'
import { countInvitesBy, listInvitedMembers } from './inviteRepository.ts'
import { insertLog, recordOwner } from './logRepository.ts'
import { groupClosedMails } from './mails.ts'
import { renameOpening } from './openings/openingRepository.ts'
import { deleteLinksOf } from './page/repository.ts'
import { mailGoneSessions } from './planning/goneRepository.ts'
import { assertMayRemove, assertMaySucceed, assertOtherName } from './policy.ts'
import {
  groupStates,
  hasMember,
  insertRemoval,
  listAccounts,
  listGroupsNamed,
  lockGroup,
} from './repository.ts'

/** Groups of members, to repair what their owner cannot; superusers only. */
export function groupsDeskRoutes(desk: App, deps: Deps): void {
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

async function presentGroups(w: HasDb, rows: readonly RowOf<'groups'>[]): Promise<DeskGroup[]> {
  const ids = idsOf(rows)
  const members = Map.groupBy(await listAccounts(w, ids), ({ group_id }) => group_id)
  const invites = await countInvitesBy(w, ids)
  return rows.map((row) =>
    presentDeskGroup(row, members.get(row.id) ?? [], invites.get(row.id) ?? 0),
  )
}

/** Groups of one name that a look-up shows. */
const NAMESAKES_MAX = 20

/** What staff see of groups with this name, to answer a message about one. */
export async function listGroupFacts(w: HasDb, name: string): Promise<GroupFacts[]> {
  const groups = await presentGroups(w, await listGroupsNamed(w, name, NAMESAKES_MAX))
  return groups.map(({ members: _members, open_invites: _invites, ...facts }) => facts)
}

/** Members see the new name at once, and the former one in the log of the group; invited members see it in their invite. */
const rename = (w: WorkOf<DeskWork>, { params, body }: Sent<'groups', 'rename'>) =>
  changeRow(w, groups, params.id, async (row) => {
    const name = body.name.trim()
    assertOtherName(row, name)
    const { members } = await membershipOf(w, row.id)
    await insertLog(w, { group: row.id, actor: null, kind: 'renamed', detail: row.name })
    await renameOpening(w, row.id, name)
    w.publish(members, { kind: 'groups' })
    w.publish(members, { kind: 'group', subject: row.id })
    w.publish(await listInvitedMembers(w, row.id), { kind: 'invites' })
    return { name }
  })

const giveOwnership = (w: WorkOf<DeskWork>, { params, body }: Sent<'groups', 'giveOwnership'>) =>
  changeRow(w, groups, params.id, async (row) => {
    const group = await membershipOf(w, row.id)
    assertMaySucceed(group, body.member_id)
    await deleteLinksOf(w, row.id, group.ownerId)
    await recordOwner(w, row.id, { actor: group.ownerId, owner: body.member_id })
    w.publish(group.members, { kind: 'groups' })
    return { owner_id: body.member_id }
  })

const removeMember = (w: WorkOf<DeskWork>, { params, body }: Sent<'groups', 'removeMember'>) =>
  changeRow(w, groups, params.id, async (row) => {
    const group = await membershipOf(w, row.id)
    assertMayRemove(group, body.member_id)
    await departMember(Object.assign(w, { id: row.id, group }), body.member_id)
    await insertRemoval(w, row.id, body.member_id)
    // The log of a group does not name the staff who did it.
    await insertLog(w, { group: row.id, actor: body.member_id, kind: 'left' })
    w.publish(group.members, { kind: 'groups' })
    return { owner_id: group.ownerId }
  })

async function membershipOf(w: DeskWork, id: GroupId) {
  const group = await lockGroup(w, id)
  assertFound(group)
  return group
}

async function closeGroup(
  w: WorkOf<DeskWork>,
  { params, body }: Sent<'groups', 'close'>,
): Promise<Change> {
  const { row, before } = await lockRecord(w, groups, params.id)
  const reason = body.reason.trim()
  const members = await listAccounts(w, [row.id])
  const notified = members.filter(isActive)
  w.mail(
    idsOf(notified),
    groupClosedMails.of(
      'group-closed',
      { name: row.name, reason },
      { onceKey: `group-closed:${row.id}` },
    ),
  )
  await mailGoneSessions(w, { group: row.id })
  await endOpening(w, row.id)
  w.publish(idsOf(members), { kind: 'groups' })
  w.publish(await listInvitedMembers(w, row.id), { kind: 'invites' })
  await deleteRow(w.db, 'groups', row.id)
  return { record: row.id, before, after: { reason, told: notified.length }, response: before }
}

function presentDeskGroup(
  row: RowOf<'groups'>,
  accounts: Awaited<ReturnType<typeof listAccounts>>,
  open_invites: number,
): DeskGroup {
  const members = accounts.map((account) => ({
    id: account.id,
    username: account.username,
    state: accountState(account),
    joined_at: iso(account.joined_at),
  }))
  // A constraint of the database makes the owner a member.
  const owner = members.find(({ id }) => id === row.owner_id)
  return {
    id: row.id,
    name: row.name,
    created_at: iso(row.created_at),
    state: owner?.state === 'deactivated' ? 'stuck' : 'active',
    owner: { id: row.owner_id, username: owner?.username ?? '' },
    members,
    size: members.length,
    open_invites,
  }
}
