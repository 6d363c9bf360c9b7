import Type, { type Static } from 'typebox'
import { ID_MAX, TEXT_MAX, WEB_URL_PATTERN } from './fields.ts'
import { RichText } from './formatting.ts'
import type { GroupId, GroupLogId, InviteLinkId, MemberId } from './ids.ts'
import { type CallTable, memberCall, memberRead, openCall } from './route.ts'
import { GROUP_LOG_KINDS, GROUP_ROLES } from './sets.ts'
import { byId, emailAddress, id, lenient, Nothing, nullable, refused, timestamp } from './shapes.ts'

/** Characters of a group's purpose and of its pinned note. */
export const PURPOSE_MAX = 2000
export const NOTE_MAX = 2000
/** Characters of the URL of the group's chat. */
export const TALK_URL_MAX = 500
export const LINK_DAYS_MAX = 30
export const LINK_USES_MAX = 50
/** Open invites by mail per group, and the days until one expires. */
export const MAIL_INVITES_MAX = 20
export const MAIL_INVITE_DAYS = 14
/** Characters that are accepted as the secret of a link, which has 43. */
export const LINK_SECRET_MAX = 100
export const SUGGESTIONS_MAX = 8

export const GroupLogEntry = Type.Object({
  id: id<GroupLogId>(),
  kind: Type.Enum(GROUP_LOG_KINDS),
  /** Current username of the member who did it; null: a former member. */
  actor: nullable(Type.String()),
  /** Current username of the member concerned; null for kinds that concern no other member, and for a former member. */
  subject: nullable(Type.String()),
  /** Further value of the kind, such as a name. */
  detail: nullable(Type.String()),
  happened_at: lenient(timestamp(), ''),
})
export type GroupLogEntry = Static<typeof GroupLogEntry>

/** Newest first. */
const GroupLog = Type.Object({
  entries: Type.Array(GroupLogEntry),
  /** Parameter `before` of the next page; null at the end. */
  next: nullable(id<GroupLogId>()),
})
export type GroupLog = Static<typeof GroupLog>

const texts = {
  purpose: Type.String({ maxLength: PURPOSE_MAX }),
  note: Type.String({ maxLength: NOTE_MAX }),
  talk_url: nullable(Type.String({ maxLength: TALK_URL_MAX, pattern: WEB_URL_PATTERN })),
  /** Version that a change is based on. */
  version: Type.Integer({ minimum: 0, maximum: ID_MAX }),
}

export const GroupPage = Type.Object({
  ...texts,
  purpose: lenient(Type.String(), ''),
  note: lenient(Type.String(), ''),
  talk_url: nullable(Type.String()),
  /** The same as in the list of groups. */
  crest: nullable(Type.String()),
  /** The texts with light formatting; absent where they are shown as typed. */
  purpose_rich: Type.Optional(RichText),
  note_rich: Type.Optional(RichText),
  role: Type.Enum(GROUP_ROLES),
  co_owners: Type.Array(id<MemberId>()),
  /** The first page of the log. */
  log: lenient(GroupLog, { entries: [], next: null }),
})
export type GroupPage = Static<typeof GroupPage>

/** A `crest` that earlier sites send is ignored. */
export const GroupTexts = Type.Object(texts)
export type GroupTexts = Static<typeof GroupTexts>

export const InviteLink = Type.Object({
  id: id<InviteLinkId>(),
  /** Username of the member who created the link. */
  created_by: lenient(Type.String(), ''),
  /** Address that it was mailed to; null: a link that its maker passes on. */
  email: nullable(Type.String()),
  uses: Type.Integer(),
  uses_left: Type.Integer(),
  expires_at: lenient(timestamp(), ''),
})
export type InviteLink = Static<typeof InviteLink>

/** The only response with the secret, which is stored as a hash. */
export const NewInviteLink = Type.Object({ link: InviteLink, secret: Type.String() })
export type NewInviteLink = Static<typeof NewInviteLink>

/** Preview of a link for its holder, before it is used. */
export const InviteLinkLook = Type.Object({
  group_name: Type.String(),
  /** Username of the creator of the link. */
  invited_by: Type.String(),
  /** The variation of the group's shield; see `page` of a group. */
  crest: Type.Optional(nullable(Type.String())),
  /** Number of members. */
  members: Type.Optional(Type.Integer()),
  /** Start of the next session: neither its title nor its place. Null: none is planned. */
  next_start: Type.Optional(nullable(timestamp())),
})
export type InviteLinkLook = Static<typeof InviteLinkLook>

const linkSecret = Type.Object({
  secret: Type.String({ minLength: 1, maxLength: LINK_SECRET_MAX }),
})

/**
 * Additions, announced by `group_page` and `invite_links` in `features` of the profile; `lookAtInviteLink` by
 * `invite_look` in the head of the page.
 */
export const groupPageCalls = {
  getGroupPage: memberRead('GET', '/rpggroups/page/:id', byId<GroupId>(), {
    summary: 'What a group is about, its note, its roles and its latest changes (member)',
    response: { 200: GroupPage, ...refused(404) },
  }),
  saveGroupPage: memberCall('PUT', '/rpggroups/page/:id', byId<GroupId>(), {
    summary: 'Change the texts of a group (owner, co-owner): 409 changed by somebody else meanwhile',
    body: GroupTexts,
    response: { 200: GroupPage, ...refused(400, 403, 404, 409) },
  }),
  listGroupLog: memberRead('GET', '/rpggroups/page/:id/log/', byId<GroupId>(), {
    summary: 'What happened in a group, newest first (member)',
    querystring: Type.Object({ before: Type.Optional(id<GroupLogId>()) }),
    response: { 200: GroupLog, ...refused(404) },
  }),
  setCoOwner: memberCall('POST', '/rpggroups/page/:id/co-owner/', byId<GroupId>(), {
    summary: 'Make a member a co-owner, or no co-owner any more (owner)',
    body: Type.Object({ member_id: id<MemberId>(), is_co_owner: Type.Boolean() }),
    response: { 200: GroupPage, ...refused(400, 403, 404, 409) },
  }),
  listInviteLinks: memberCall('GET', '/rpggroups/links/:id', byId<GroupId>(), {
    summary: 'Open invite links of a group (owner, co-owner)',
    response: { 200: Type.Array(InviteLink), ...refused(403, 404) },
  }),
  createInviteLink: memberCall('POST', '/rpggroups/links/:id', byId<GroupId>(), {
    summary: 'Make an invite link (owner, co-owner)',
    body: Type.Object({
      days: Type.Integer({ minimum: 1, maximum: LINK_DAYS_MAX }),
      uses: Type.Integer({ minimum: 1, maximum: LINK_USES_MAX }),
    }),
    response: { 201: NewInviteLink, ...refused(400, 403, 404, 409) },
  }),
  revokeInviteLink: memberCall('DELETE', '/rpggroups/links/:id', byId<InviteLinkId>(), {
    summary: 'End an invite link, by its id (owner, co-owner)',
    response: { 200: Nothing, ...refused(404) },
  }),
  inviteByMail: memberCall('POST', '/rpggroups/links/:id/mail/', byId<GroupId>(), {
    summary:
      'Mail an invite link for one use to an e-mail address, whether it has an account or not (owner, co-owner): 409 mailed already, limit reached, or registration closed',
    body: Type.Object({ email: emailAddress() }),
    response: { 201: InviteLink, ...refused(400, 403, 404, 409) },
  }),
  lookAtInviteLink: openCall('POST', '/rpggroups/look-at-link/', {
    summary:
      'Which group an invite link is for, without using it: 404, always the same, if the link is unknown, used up, expired or revoked',
    body: linkSecret,
    response: { 200: InviteLinkLook, ...refused(404) },
  }),
  redeemInviteLink: memberCall('POST', '/rpggroups/redeem-link/', {
    summary:
      'Turn an invite link into an invite of the caller: 400 a member or invited already, 403 removed from the group, 404 the link is unknown, used up, over or used by the caller before, 409 limit reached, 423 muted',
    body: linkSecret,
    response: { 201: Type.Object({ group_name: Type.String() }), ...refused(400, 403, 404, 409, 423) },
  }),
  listSuggestions: memberRead('GET', '/rpggroups/suggestions/:id', byId<GroupId>(), {
    summary: 'Members with whom the caller plays or has played, to invite them (owner, co-owner)',
    querystring: Type.Object({ prefix: Type.String({ minLength: 1, maxLength: TEXT_MAX }) }),
    response: { 200: Type.Array(Type.Object({ username: Type.String() })), ...refused(403, 404) },
  }),
} as const satisfies CallTable
