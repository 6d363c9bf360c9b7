import { groupRoutes } from '#contract/routes.ts'
import { groupSchemas } from '#contract/schemas/groups.ts'
import type { App, Deps } from '../../http/deps.ts'
import { acts, at } from '../../http/plugins/serve.ts'
import { inviteRepository } from './inviteRepository.ts'
import { invitesModule } from './inviteRoutes.ts'
import { noticeRepository } from './noticeRepository.ts'
import {
  assertActive,
  assertMayFound,
  assertMayRemove,
  assertMaySucceed,
  assertMember,
  assertOwner,
  ownerAfterLeaving,
} from './policy.ts'
import { presentGroups } from './present.ts'
import { groupsRepository } from './repository.ts'

/** The Groups table (behaviour 7): load, ask the policy, change, answer, each in one transaction. */
export function groupsModule(member: App, deps: Deps): void {
  const { db, clock } = deps
  const groups = groupsRepository(deps)
  const invites = inviteRepository(deps)
  const notices = noticeRepository(deps)
  invitesModule(member, deps, { groups, invites, notices })

  member.route({
    ...at(groupRoutes.listGroups),
    schema: groupSchemas.listGroups,
    handler: async ({ memberId }) => {
      const mine = await groups.groupsOf(db, memberId)
      const owned = mine.filter((group) => group.owner_id === memberId).map(({ id }) => id)
      const members = await groups.membersOf(
        db,
        mine.map(({ id }) => id),
      )
      const sent = await invites.sentInvitesOf(db, owned)
      const news = await notices.of(db, memberId, owned, clock())
      return presentGroups(mine, members, sent, news, memberId)
    },
  })

  member.route({
    ...at(groupRoutes.createGroup),
    schema: groupSchemas.createGroup,
    handler: async ({ body, memberId }, reply) => {
      const name = body.name.trim()
      await db.transaction().execute(async (tx) => {
        assertActive(await groups.holdAccounts(tx, [memberId]), memberId)
        assertMayFound(await groups.countsOf(tx, memberId))
        await groups.create(tx, name, memberId, clock())
      })
      return reply.status(201).send({ name })
    },
  })

  member.route({
    ...at(groupRoutes.removeMember),
    schema: groupSchemas.removeMember,
    handler: async ({ body, memberId }) =>
      db.transaction().execute(async (tx) => {
        const group = await groups.locked(tx, body.group_id)
        assertOwner(group, memberId)
        assertMayRemove(group, body.member_id)
        await groups.removeMember(tx, body.group_id, body.member_id)
        return {}
      }),
  })

  member.route({
    ...at(groupRoutes.leaveGroup),
    ...acts,
    schema: groupSchemas.leaveGroup,
    handler: async ({ params, headers, memberId }) =>
      db.transaction().execute(async (tx) => {
        const group = await groups.locked(tx, params.id)
        assertMember(group, memberId)
        const owner = ownerAfterLeaving(group, memberId, headers['x-new-owner'])
        await groups.setOwner(tx, params.id, owner)
        await groups.removeMember(tx, params.id, memberId)
        const kind = group.ownerId === memberId ? 'owner_left' : 'left'
        await notices.add(tx, { group: params.id, owner, user: memberId, kind }, clock())
        return { name: group.name }
      }),
  })

  member.route({
    ...at(groupRoutes.disbandGroup),
    ...acts,
    schema: groupSchemas.disbandGroup,
    handler: async ({ params, memberId }) =>
      db.transaction().execute(async (tx) => {
        assertOwner(await groups.locked(tx, params.id), memberId)
        await groups.remove(tx, params.id)
        return {}
      }),
  })

  member.route({
    ...at(groupRoutes.transferOwnership),
    schema: groupSchemas.transferOwnership,
    handler: async ({ body, memberId }) =>
      db.transaction().execute(async (tx) => {
        const group = await groups.locked(tx, body.group_id)
        assertOwner(group, memberId)
        assertMaySucceed(group, body.new_owner_id)
        await groups.setOwner(tx, body.group_id, body.new_owner_id)
        return {}
      }),
  })

  member.route({
    ...at(groupRoutes.dismissNotices),
    schema: groupSchemas.dismissNotices,
    handler: async ({ body, memberId }) =>
      db.transaction().execute(async (tx) => {
        assertOwner(await groups.locked(tx, body.group_id), memberId)
        await notices.dismiss(tx, body.group_id, body.up_to)
        return {}
      }),
  })
}
