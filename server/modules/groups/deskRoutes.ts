import type { GroupId } from '#contract/ids.ts'
import type { DeskGroup } from '#contract/schemas/deskGroups.ts'
import { assertFound, type Change } from '../../desk/audit.ts'
import { type ChangeContext, changeRoute, type Sent } from '../../desk/changeRoute.ts'
import { changeRow, presentOne, type Readable, readRoutes } from '../../desk/crud.ts'
import { lockRow, type RowOf } from '../../desk/rows.ts'
import type { App, Db, Deps } from '../../http/deps.ts'
import { groupClosedMail } from '../../mail/jobs.ts'
import { enqueueAll } from '../../mail/outbox.ts'
import { presentGroup } from './deskPresent.ts'
import { deskGroups, groupStates } from './deskRepository.ts'
import { assertMayRemove, assertMaySucceed } from './policy.ts'
import { groupsRepository } from './repository.ts'

/** Groups of members, to repair what their owner cannot; superusers only. */
export function groupsModule(desk: App, deps: Deps): void {
  readRoutes(desk, deps, groups)
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
    sort: ['id', 'desc'],
  },
  present: presentGroups,
}

async function presentGroups(db: Db, rows: readonly RowOf<'groups'>[]): Promise<DeskGroup[]> {
  const ids = rows.map(({ id }) => id)
  const members = Map.groupBy(await deskGroups.members(db, ids), ({ group_id }) => group_id)
  const invites = await deskGroups.invites(db, ids)
  return rows.map((row) => presentGroup(row, members.get(row.id) ?? [], invites.get(row.id) ?? 0))
}

const giveOwnership = (context: ChangeContext, { params, body }: Sent<'groups', 'giveOwnership'>) =>
  changeRow(context, groups, params.id, async (row) => {
    assertMaySucceed(await membershipOf(context, row.id), body.member_id)
    return { owner_id: body.member_id }
  })

const removeMember = (context: ChangeContext, { params, body }: Sent<'groups', 'removeMember'>) =>
  changeRow(context, groups, params.id, async (row) => {
    const group = await membershipOf(context, row.id)
    assertMayRemove(group, body.member_id)
    await groupsRepository(context.deps).removeMember(context.tx, row.id, body.member_id)
    return { owner_id: group.ownerId }
  })

async function membershipOf({ deps, tx }: ChangeContext, id: GroupId) {
  const group = await groupsRepository(deps).locked(tx, id)
  assertFound(group)
  return group
}

async function closeGroup(
  { deps, tx, now }: ChangeContext,
  { params, body }: Sent<'groups', 'close'>,
): Promise<Change> {
  const row = await lockRow(tx, 'groups', params.id)
  assertFound(row)
  const before = await presentOne(groups, tx, row, now)
  const reason = body.reason.trim()
  const members = await deskGroups.reachable(tx, row.id)
  await enqueueAll(
    tx,
    members.map((member) => groupClosedMail(member, row, reason)),
    now,
  )
  await groupsRepository(deps).remove(tx, row.id)
  return { record: row.id, before, after: { reason, told: members.length }, response: before }
}
