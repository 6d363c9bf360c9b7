import type { GroupId, MemberId } from '#contract/ids.ts'
import { assertThere } from '../../desk/auditedChange.ts'
import { actCall, type CallOf } from '../../desk/changeRoute.ts'
import type { Row } from '../../desk/lists.ts'
import { makeResource } from '../../desk/resource.ts'
import type { App, Deps } from '../../http/deps.ts'
import { groupClosedMail } from '../../mail/jobs.ts'
import { enqueueAll } from '../../mail/outbox.ts'
import { isActive } from '../account/state.ts'
import { countInvites } from './inviteRepository.ts'
import { assertMayRemove, assertMaySucceed, type Membership } from './policy.ts'
import { presentDeskGroup } from './present.ts'
import { deleteGroup, deleteMember, groupStates, listAccounts, lockGroup } from './repository.ts'

/** Groups of members, to mend what their owner cannot; superusers only. */
export function groupsModule(desk: App, deps: Deps): void {
  const resource = makeResource<never>(deps, 'groups', {
    list: {
      table: 'groups',
      sortable: ['name', 'created_at'],
      filterable: ['owner_id'],
      searched: ['name'],
      states: groupStates,
      sort: ['id', 'desc'],
    },
    async present(db, rows) {
      const ids = rows.map(({ id }) => Number(id))
      const accounts = Map.groupBy(await listAccounts(db, ids), ({ group_id }) => group_id)
      const invites = await countInvites(db, ids)
      return rows.map((row) => {
        const id = Number(row['id']) as GroupId
        return presentDeskGroup(row, accounts.get(id) ?? [], invites.get(id) ?? 0)
      })
    },
  })
  resource.read(desk)

  type Step = {
    readonly group: Membership
    readonly member: MemberId
    readonly remove: () => Promise<unknown>
  }
  const step = (call: CallOf<'groups'>, decide: (step: Step) => Promise<Row> | Row) =>
    actCall<'groups', { id: GroupId }, { member_id: MemberId }>(desk, deps, 'groups', call, {
      act: ({ tx, params: { id }, body: { member_id: member } }) =>
        resource.change(tx, id, async () => {
          const group = await lockGroup(tx, id)
          assertThere(group)
          return decide({ group, member, remove: () => deleteMember(tx, id, member) })
        }),
    })

  step('giveOwnership', ({ group, member }) => {
    assertMaySucceed(group, member)
    return { owner_id: member }
  })
  step('removeMember', async ({ group, member, remove }) => {
    assertMayRemove(group, member)
    await remove()
    return { owner_id: group.ownerId }
  })

  actCall<'groups', { id: GroupId }, { reason: string }>(desk, deps, 'groups', 'close', {
    act: async ({ tx, now, params: { id }, body }) => {
      const row = await resource.rows.locked(tx, id)
      assertThere(row)
      const before = await resource.presentOne(tx, row)
      const reason = body.reason.trim()
      const group = { id, name: String(row['name']) }
      const notified = (await listAccounts(tx, [id])).filter(isActive)
      const mails = notified.map((member) => groupClosedMail(member, group, reason))
      await enqueueAll(tx, mails, now)
      await deleteGroup(tx, id)
      return { record: id, before, after: { reason, told: notified.length }, answer: before }
    },
  })
}
