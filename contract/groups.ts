import Type, { type Static } from 'typebox'
import { anyId, changesWith, Reason, superuser } from './deskShapes.ts'
import type { GroupId, InviteId, MemberId, MuteId, NoticeId } from './ids.ts'
import { PlanSummary } from './planning.ts'
import { type CallTable, memberCall, memberRead } from './route.ts'
import { ACCOUNT_STATES, GROUP_ROLES, GROUP_STATES } from './sets.ts'
import { byId, id, lenient, line, Nothing, nullable, refused } from './shapes.ts'

export const MUTE_LEVELS = ['none', '2w', '1m'] as const
export const NOTICE_KINDS = ['accepted', 'rejected', 'left', 'owner_left'] as const
export type NoticeKind = (typeof NOTICE_KINDS)[number]

export const Member = Type.Object({
  id: id<MemberId>(),
  name: Type.String(),
  owner: lenient(Type.Boolean(), false),
  /** Sent only as `false`: the account is deactivated and cannot become the owner; additive. */
  is_active: Type.Optional(Type.Boolean()),
})
export type Member = Static<typeof Member>

/** `name` is the group's name; lists show the username (ruling 10). */
export const SentInvite = Type.Object({
  id: id<InviteId>(),
  name: lenient(Type.String(), ''),
  target_user_username: Type.String(),
})
export type SentInvite = Static<typeof SentInvite>

/** Action of another member since the owner last dismissed notices. */
export const Notice = Type.Object({
  id: id<NoticeId>(),
  /** `owner_left`: the former owner left, and the receiver of the notice is the owner now. */
  kind: Type.Unsafe<NoticeKind>(Type.Union(NOTICE_KINDS.map((kind) => Type.Literal(kind)))),
  /** Current username of that member. */
  name: Type.String(),
  happened_at: lenient(Type.String(), ''),
})
export type Notice = Static<typeof Notice>

export const Group = Type.Object({
  id: id<GroupId>(),
  name: Type.String(),
  is_owner: lenient(Type.Boolean(), false),
  members: Type.Array(Member),
  /** Empty unless the caller is the owner, or a co-owner. */
  invites: lenient(Type.Array(SentInvite), []),
  /** Shown to the owner only, newest first. Additive. */
  notices: Type.Optional(lenient(Type.Array(Notice), [])),
  /** Summary of date polls and sessions. Additive. */
  plan: Type.Optional(PlanSummary),
  /** Summary of the group's page. Additive. */
  page: Type.Optional(
    Type.Object({
      /** Number of a variation of the shield, as text; null: the one that follows from the name. */
      crest: nullable(Type.String()),
      role: Type.Enum(GROUP_ROLES),
      /** True if the group has a pinned note. */
      has_note: Type.Boolean(),
      /** Number of requests to join that the caller may answer; absent without one. */
      requests: Type.Optional(lenient(Type.Integer(), 0)),
    }),
  ),
})
export type Group = Static<typeof Group>

export const Invite = Type.Object({
  id: id<InviteId>(),
  group_name: Type.String(),
  group_leader: Type.String(),
  group_size: Type.Integer(),
  /** ISO 8601, UTC. Additive. */
  invited_at: Type.Optional(Type.String()),
  /** Sender, if that is not the leader. A mute is about the sender. Additive. */
  invited_by: Type.Optional(Type.String()),
})
export type Invite = Static<typeof Invite>

export const Mute = Type.Object({
  id: id<MuteId>(),
  mute_invites_from_name: Type.String(),
  /** Days, rounded up; never 0 while the mute is active (ruling 7). */
  duration_left: Type.Integer(),
})
export type Mute = Static<typeof Mute>

export type MuteLevel = (typeof MUTE_LEVELS)[number]
export const MuteLevel = Type.Unsafe<MuteLevel>(Type.Union(MUTE_LEVELS.map((level) => Type.Literal(level))))

const Name = Type.Object({ name: Type.String() })
const NewName = Type.Object({ name: line() })

export const groupCalls = {
  listGroups: memberRead('GET', '/rpggroups/list', {
    summary: 'Groups of the caller',
    response: { 200: Type.Array(Group) },
  }),
  listInvites: memberRead('GET', '/rpggroups/list/invites', {
    summary: 'Pending invites of the caller',
    response: { 200: Type.Array(Invite) },
  }),
  listMutes: memberRead('GET', '/rpggroups/list/mutes', {
    summary: 'Mutes of the caller',
    response: { 200: Type.Array(Mute) },
  }),
  createGroup: memberCall('POST', '/rpggroups/create/', {
    summary: 'Create a group; the caller becomes its owner',
    body: NewName,
    response: { 201: Name, ...refused(400) },
  }),
  removeMember: memberCall('POST', '/rpggroups/remove/', {
    summary: 'Remove a member (owner)',
    body: Type.Object({ group_id: id<GroupId>(), member_id: id<MemberId>() }),
    response: { 200: Nothing, ...refused(400, 403, 404) },
  }),
  leaveGroup: memberCall('GET', '/rpggroups/leave/:id', byId<GroupId>(), {
    changesData: true,
    summary: 'Leave a group; an owner names a successor in the header X-New-Owner',
    headers: Type.Object({ 'x-new-owner': Type.Optional(id<MemberId>()) }),
    response: { 200: Name, ...refused(400, 404) },
  }),
  disbandGroup: memberCall('GET', '/rpggroups/disband/:id', byId<GroupId>(), {
    changesData: true,
    summary: 'Disband a group (owner)',
    response: { 200: Nothing, ...refused(403, 404) },
  }),
  acceptInvite: memberCall('GET', '/rpggroups/accept/:id', byId<InviteId>(), {
    changesData: true,
    summary: 'Accept an invite',
    response: {
      200: Type.Object({
        group_name: Type.String(),
        /** Only if the invite came by a link: the site opens the group. An addition. */
        group_id: Type.Optional(id<GroupId>()),
      }),
      ...refused(400, 404, 409),
    },
  }),
  rejectInvite: memberCall('POST', '/rpggroups/reject/:id', byId<InviteId>(), {
    summary: 'Reject an invite and optionally mute the inviter',
    body: Type.Object({ mute_level: MuteLevel }),
    response: { 200: Nothing, ...refused(400, 404) },
  }),
  inviteMember: memberCall('POST', '/rpggroups/invite/:groupId', Type.Object({ groupId: id<GroupId>() }), {
    summary:
      'Invite a user (owner, co-owner): 400 already a member or invited, 403 removed from the group and the caller is not its owner, 404 unknown user, 409 limit reached, 423 muted',
    body: Type.Object({ username: line() }),
    response: { 201: Type.Object({ target_user_username: Type.String() }), ...refused(400, 403, 404, 409, 423) },
  }),
  cancelInvite: memberCall('DELETE', '/rpggroups/cancel/:inviteId', Type.Object({ inviteId: id<InviteId>() }), {
    summary: 'Cancel an invite (owner, co-owner)',
    response: { 200: Nothing, ...refused(404) },
  }),
  unmute: memberCall('DELETE', '/rpggroups/unmute/:muteId', Type.Object({ muteId: id<MuteId>() }), {
    summary: 'End a mute',
    response: { 200: Nothing, ...refused(404) },
  }),
  // An addition: called only if a group has `notices` (behaviour 12.2).
  dismissNotices: memberCall('POST', '/rpggroups/dismiss-notices/', {
    summary:
      'Dismiss the notices of a group up to and including one (owner). An addition, announced by `notices` in `features` of the profile',
    body: Type.Object({ group_id: id<GroupId>(), up_to: id<NoticeId>() }),
    response: { 200: Nothing, ...refused(403, 404) },
  }),
  transferOwnership: memberCall('POST', '/rpggroups/transfer-ownership/', {
    summary: 'Transfer the ownership to another member (owner)',
    body: Type.Object({ group_id: id<GroupId>(), new_owner_id: id<MemberId>() }),
    response: { 200: Nothing, ...refused(400, 403, 404) },
  }),
} as const satisfies CallTable

/* At the desk. */

const GroupMember = Type.Object({
  id: id<MemberId>(),
  username: Type.String(),
  state: Type.Enum(ACCOUNT_STATES),
  joined_at: Type.String(),
})

/** What staff see of a group that a message is about. */
export const GroupFacts = Type.Object({
  id: anyId(),
  name: Type.String(),
  created_at: Type.String(),
  state: Type.Enum(GROUP_STATES),
  owner: Type.Object({ id: id<MemberId>(), username: Type.String() }),
  size: Type.Integer(),
})
export type GroupFacts = Static<typeof GroupFacts>

const DeskGroup = Type.Object({
  ...GroupFacts.properties,
  /** Sorted by length of membership. */
  members: Type.Array(GroupMember),
  open_invites: Type.Integer(),
})
export type DeskGroup = Static<typeof DeskGroup>

const OneMember = Type.Object({ member_id: id<MemberId>() })

export const deskGroupsCalls = {
  groups: {
    ...superuser.reads('groups', DeskGroup),
    /** A name as members give it to a new group. */
    rename: superuser.posting('/groups/:id/rename', changesWith(DeskGroup, NewName)),
    /** New owner: another member whose account is active. */
    giveOwnership: superuser.posting('/groups/:id/owner', changesWith(DeskGroup, OneMember)),
    /** Any member but the owner. */
    removeMember: superuser.posting('/groups/:id/remove-member', changesWith(DeskGroup, OneMember)),
    /** Disbands the group and mails the reason to its members. Responds with what was disbanded. */
    close: superuser.posting('/groups/:id/close', changesWith(DeskGroup, Reason)),
  },
}
