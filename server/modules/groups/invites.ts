import type { groupCalls, Mute, Invite as ReceivedInvite } from '#contract/groups.ts'
import type { GroupId, InviteId, MemberId } from '#contract/ids.ts'
import { DAY_MS } from '../../config/time.ts'
import { findRow, type Read } from '../../db/rows.ts'
import { limited } from '../../http/deps.ts'
import { errors, refusal } from '../../http/errors.ts'
import { usernameKey } from '../../text/keys.ts'
import { iso } from '../../text/time.ts'
import type { CallRead, routesOn, Work } from '../../work/work.ts'
import { hasBlocked, listApart } from '../account/blockRepository.ts'
import { findUserIdByName } from '../account/repository.ts'
import { type GroupChange, ofGroupOf, ofSubject, type Subject } from './groupCalls.ts'
import {
  countInvites,
  countOtherMutes,
  deleteHiddenInvite,
  deleteInvite,
  deleteMute,
  findInviteTarget,
  insertInvite,
  listActiveMutes,
  listReceivedInvites,
  saveMute,
} from './inviteRepository.ts'
import { insertLog, insertNotice } from './logRepository.ts'
import { groupInviteMail } from './mails.ts'
import { hasUsedLink } from './page/repository.ts'
import { sessionMails } from './planning/mails.ts'
import {
  assertMayInvite,
  assertMayJoin,
  assertMayMute,
  type InviteWay,
  invitable,
  mayInvite,
} from './policy.ts'
import { countGroups, insertMember, lockGroup } from './repository.ts'

/** Days of each mute (ruling 7). */
export const MUTE_DAYS = { '2w': 14, '1m': 30 } as const

type Invite = { readonly user: MemberId; readonly by: MemberId; readonly way: InviteWay }

/** Makes an invite. The caller has locked account and group. @throws Refusal, see `assertMayInvite` */
export async function invite(w: GroupChange, wanted: Invite) {
  if (wanted.way.by === 'link') await deleteHiddenInvite(w, wanted.user)
  const target = assertMayInvite(await inviting(w, wanted))
  await save(w, wanted)
  return target
}

const rowOf = ({ id }: GroupChange, { user, by }: Invite) => ({
  group_id: id,
  target_user_id: user,
  invited_by: by,
})

const inviting = async (w: GroupChange, wanted: Invite) => ({
  group: w.group,
  open: await countInvites(w, w.id),
  target: await findInviteTarget(w, rowOf(w, wanted)),
  way: wanted.way,
})

async function save(w: GroupChange, wanted: Invite): Promise<void> {
  await insertInvite(w, rowOf(w, wanted))
  w.publish([wanted.user], { kind: 'invites' })
  w.publish(w.group.members, { kind: 'group', subject: w.id })
}

/**
 * Makes an invite for the team, in the name of the owner, who can cancel it; the log of the group says who has made it.
 * The caller has locked the member's account.
 * @returns false when the group is gone or full, or the member was removed from it, or has this invite or too many
 */
export async function inviteForTeam(work: Work, id: GroupId, user: MemberId): Promise<boolean> {
  const group = await lockGroup(work, id)
  if (group === undefined) return false
  const w = Object.assign(work, { id, group })
  const wanted = { user, by: group.ownerId, way: { by: 'team' } } as const
  if (invitable(await inviting(w, wanted)) === null) return false
  await save(w, wanted)
  w.mail([user], groupInviteMail(w))
  await insertLog(w, { group: id, actor: null, kind: 'team_invited', subject: user })
  return true
}

export function inviteRoutes(route: ReturnType<typeof routesOn<typeof groupCalls, CallRead>>) {
  route('listInvites', async (w, { memberId }) =>
    (await listReceivedInvites(w, memberId)).map(presentInvite),
  )
  route('listMutes', async (w, { memberId }) =>
    (await listActiveMutes(w, memberId)).map((mute) => presentMute(w, mute)),
  )
  route(
    'inviteMember',
    ofGroupOf(
      {
        role: 'manager',
        find: async (_, { params }) => params.groupId,
        accounts: async (w, { body }) => {
          const named = await findUserIdByName(w, usernameKey(body.username))
          return named === undefined ? [] : [named]
        },
      },
      async (w, _, [user]) => {
        // Who has blocked a member finds none; a member who is blocked may send what is never shown.
        if (user === undefined || (await hasBlocked(w, w.me, user)))
          throw refusal(404, 'user_not_found', { attr: 'username' })
        const target = await invite(w, { user, by: w.me, way: { by: 'member', inviter: w.me } })
        w.mail([user], groupInviteMail(w))
        await w.log('invited', { subject: user })
        return { target_user_username: target.username }
      },
    ),
    // The responses reveal that a name exists and that its holder has muted the caller (ruling 8).
    limited(30, 10),
  )
  route(
    'acceptInvite',
    ofSubject(ownInvite, async (w, { created_at }) => {
      const isByLink = await hasUsedLink(w, created_at)
      assertMayJoin(w.group, await countGroups(w, w.me))
      await insertMember(w, w.id, w.me)
      await insertNotice(w, noticeOf(w, 'accepted'))
      await w.log('joined')
      w.mail([w.me], sessionMails.of('group-joined', { group: w.id }))
      w.publish([w.me], { kind: 'invites' })
      w.publish([...w.group.members, w.me], { kind: 'groups' })
      return { group_name: w.group.name, ...(isByLink && { group_id: w.id }) }
    }),
  )
  route(
    'rejectInvite',
    ofSubject(ownInvite, async (w, { invited_by }, { body: { mute_level } }) => {
      await insertNotice(w, noticeOf(w, 'rejected'))
      w.publish([w.me], { kind: 'invites' })
      w.publishGroup()
      if (mute_level === 'none') return {}
      assertMayMute(await countOtherMutes(w, w.me, invited_by))
      const until = w.now + MUTE_DAYS[mute_level] * DAY_MS
      await saveMute(w, { user_id: w.me, muted_user_id: invited_by, until })
      return {}
    }),
  )
  route(
    'cancelInvite',
    ofSubject(sentInvite, async (w, { target_user_id }) => {
      w.publish([target_user_id], { kind: 'invites' })
      w.publishGroup()
      return {}
    }),
  )
  route('unmute', async (w, { params, memberId }) => {
    if (!(await deleteMute(w, memberId, params.muteId))) throw refusal(404, 'mute_not_found')
    return {}
  })
}

type Taken = NonNullable<Awaited<ReturnType<typeof deleteInvite>>>
type Received = { readonly params: { readonly id: InviteId }; readonly memberId: MemberId }
type Sent = { readonly params: { readonly inviteId: InviteId } }

/** An invite to the caller, which is taken; one that is not shown stays. */
const ownInvite: Subject<Received, Taken> = {
  async locate(w, { params, memberId }) {
    const invite = await findRow(w.db, 'invites', params.id)
    return invite?.target_user_id === memberId ? { ...invite, user_id: memberId } : undefined
  },
  async find(w, { params }) {
    const taken = await deleteInvite(w, params.id)
    if (taken === undefined) return undefined
    const hidden = await listApart(w, w.me, [taken.invited_by, w.group.ownerId])
    return hidden.size === 0 ? taken : undefined
  },
  notFound: errors.inviteNotFound,
}

/** An invite that the caller may cancel, which is taken: only the owner and co-owners may know that it exists. */
const sentInvite: Subject<Sent, Taken> = {
  locate: (w, { params }) => findRow(w.db, 'invites', params.inviteId),
  find: async (w, { params }) =>
    mayInvite(w.group, w.me) ? deleteInvite(w, params.inviteId) : undefined,
  notFound: errors.inviteNotFound,
}

const noticeOf = <Kind>(
  { id, group, me }: Pick<GroupChange, 'id' | 'group'> & { readonly me: MemberId },
  kind: Kind,
) => ({ group: id, owner: group.ownerId, user: me, kind })

const presentInvite = ({
  created_at,
  invited_by,
  ...invite
}: ReceivedInviteRow): ReceivedInvite => ({
  ...invite,
  ...(invited_by !== invite.group_leader && { invited_by }),
  invited_at: iso(created_at),
})

/** Rounded up: an active mute never shows 0 days (ruling 7). */
const presentMute = ({ now }: Read, { id, name, until }: MuteRow): Mute => ({
  id,
  mute_invites_from_name: name,
  duration_left: Math.ceil((until - now) / DAY_MS),
})

type ReceivedInviteRow = Awaited<ReturnType<typeof listReceivedInvites>>[number]

type MuteRow = Awaited<ReturnType<typeof listActiveMutes>>[number]
