import type { GroupId, InviteId, MemberId } from '#contract/ids.ts'
import { MUTE_DAYS } from '#contract/limits.ts'
import { groupRoutes } from '#contract/routes.ts'
import { groupSchemas } from '#contract/schemas/groups.ts'
import type { App, Db, Deps } from '../../http/deps.ts'
import { errors } from '../../http/errors.ts'
import { acts, at, limited } from '../../http/plugins/serve.ts'
import { groupInviteMail } from '../../mail/jobs.ts'
import { enqueue } from '../../mail/outbox.ts'
import { usernameKey } from '../../text/keys.ts'
import type { inviteRepository } from './inviteRepository.ts'
import type { noticeRepository } from './noticeRepository.ts'
import {
  assertActive,
  assertMayInvite,
  assertMayJoin,
  assertMayMute,
  assertOwner,
} from './policy.ts'
import { muteEnd, presentInvite, presentMute } from './present.ts'
import type { groupsRepository } from './repository.ts'

type Repositories = {
  readonly groups: ReturnType<typeof groupsRepository>
  readonly invites: ReturnType<typeof inviteRepository>
  readonly notices: ReturnType<typeof noticeRepository>
}

/** Invites and mutes of the Groups table (behaviour 7). */
export function invitesModule(
  member: App,
  { db, clock }: Deps,
  { groups, invites, notices }: Repositories,
): void {
  /** Holds the caller and the invite's group and ends the invite, if it is still there and for this user. */
  async function takeOwnInvite(tx: Db, id: InviteId, target: MemberId) {
    assertActive(await groups.holdAccounts(tx, [target]), target)
    const invite = await invites.inviteGroup(tx, id)
    if (invite?.target_user_id !== target) throw errors.inviteNotFound()
    const group = await groups.locked(tx, invite.group_id)
    const taken = await invites.takeInvite(tx, id)
    if (group === undefined || taken === undefined) throw errors.inviteNotFound()
    return { ...taken, group }
  }

  member.route({
    ...at(groupRoutes.listInvites),
    schema: groupSchemas.listInvites,
    handler: async ({ memberId }) => {
      const received = await invites.receivedInvites(db, memberId)
      return received.map(presentInvite)
    },
  })

  member.route({
    ...at(groupRoutes.listMutes),
    schema: groupSchemas.listMutes,
    handler: async ({ memberId }) => {
      const now = clock()
      const mutes = await invites.activeMutes(db, memberId, now)
      return mutes.map((mute) => presentMute(mute, now))
    },
  })

  member.route({
    ...at(groupRoutes.inviteMember),
    schema: groupSchemas.inviteMember,
    // The answers tell that a name exists and that one is muted; nobody may ask a thousand times (ruling 8).
    config: limited(30, 10),
    handler: async ({ params, body, memberId }, reply) => {
      const invited = await db
        .transaction()
        .execute((tx) => invite(tx, params.groupId, memberId, body.username))
      return reply.status(201).send({ target_user_username: invited })
    },
  })

  async function invite(tx: Db, groupId: GroupId, inviter: MemberId, username: string) {
    const now = clock()
    const named = await invites.accountNamed(tx, usernameKey(username))
    const people = named === undefined ? [inviter] : [inviter, named]
    assertActive(await groups.holdAccounts(tx, people), inviter)
    const group = await groups.locked(tx, groupId)
    assertOwner(group, inviter)
    const target =
      named === undefined ? undefined : await invites.inviteTarget(tx, groupId, inviter, named, now)
    assertMayInvite(group, await invites.openInvites(tx, groupId), target)
    await invites.addInvite(tx, groupId, target.id, inviter, now)
    await enqueue(tx, groupInviteMail(target, groupId, now), now)
    return target.username
  }

  member.route({
    ...at(groupRoutes.acceptInvite),
    ...acts,
    schema: groupSchemas.acceptInvite,
    handler: async ({ params, memberId }) =>
      db.transaction().execute(async (tx) => {
        const { group_id, group } = await takeOwnInvite(tx, params.id, memberId)
        assertMayJoin(group, await groups.countsOf(tx, memberId))
        const now = clock()
        await groups.addMember(tx, group_id, memberId, now)
        const { ownerId: owner } = group
        await notices.add(tx, { group: group_id, owner, user: memberId, kind: 'accepted' }, now)
        return { group_name: group.name }
      }),
  })

  member.route({
    ...at(groupRoutes.rejectInvite),
    schema: groupSchemas.rejectInvite,
    handler: async ({ params, body, memberId }) =>
      db.transaction().execute(async (tx) => {
        const now = clock()
        const { group_id, group, invited_by } = await takeOwnInvite(tx, params.id, memberId)
        const { ownerId: owner } = group
        await notices.add(tx, { group: group_id, owner, user: memberId, kind: 'rejected' }, now)
        if (body.mute_level !== 'none') {
          assertMayMute(await invites.otherMutes(tx, memberId, invited_by, now))
          await invites.mute(
            tx,
            memberId,
            invited_by,
            now,
            muteEnd(now, MUTE_DAYS[body.mute_level]),
          )
        }
        return {}
      }),
  })

  member.route({
    ...at(groupRoutes.cancelInvite),
    schema: groupSchemas.cancelInvite,
    handler: async ({ params, memberId }) =>
      db.transaction().execute(async (tx) => {
        const invite = await invites.inviteGroup(tx, params.inviteId)
        if (invite === undefined) throw errors.inviteNotFound()
        const group = await groups.locked(tx, invite.group_id)
        // For anybody but the owner the invite does not exist.
        if (group?.ownerId !== memberId) throw errors.inviteNotFound()
        if ((await invites.takeInvite(tx, params.inviteId)) === undefined)
          throw errors.inviteNotFound()
        return {}
      }),
  })

  member.route({
    ...at(groupRoutes.unmute),
    schema: groupSchemas.unmute,
    handler: async ({ params, memberId }) => {
      if (!(await invites.unmute(db, memberId, params.muteId, clock()))) throw errors.muteNotFound()
      return {}
    },
  })
}
