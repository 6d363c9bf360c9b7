import Type, { type Static } from 'typebox'
import { anyId, changesWith, Person, Reason, shows, superuser } from './deskShapes.ts'
import { ID_MAX, TEXT_MAX } from './fields.ts'
import type { GroupId, Id, InviteId } from './ids.ts'
import { type CallTable, memberCall, memberRead } from './route.ts'
import { byId, id, lenient, line, Nothing, nullable, optionalLine, refused, timestamp } from './shapes.ts'

export type OpeningId = Id<'opening'>
export type JoinRequestId = Id<'join-request'>

/** Characters of what a group plays, of its place and of how often it meets. */
export const OPENING_LINE_MAX = 200
/** Characters of the content notes. */
export const CONTENT_NOTES_MAX = 500
export const OPENING_LANGUAGES_MAX = 2
/** Free places of an opening: a group has fifty members, its owner among them. */
export const OPENING_PLACES_MAX = 49
/** Characters of a request to join, and of the answer to one. */
export const JOIN_LINE_MAX = 200
/** Openings of one page of the list. */
export const OPENINGS_PAGE = 20

/** Places where a group that looks for players plays. */
export const OPENING_MODES = ['online', 'in_person', 'both'] as const
export type OpeningMode = (typeof OPENING_MODES)[number]
/** ISO 639-1: languages that a group can look for players in. */
export const OPENING_LANGUAGES = [
  'ar',
  'bg',
  'ca',
  'cs',
  'da',
  'de',
  'el',
  'en',
  'es',
  'et',
  'eu',
  'fi',
  'fr',
  'ga',
  'gl',
  'he',
  'hi',
  'hr',
  'hu',
  'id',
  'is',
  'it',
  'ja',
  'ko',
  'lt',
  'lv',
  'mt',
  'nl',
  'no',
  'pl',
  'pt',
  'ro',
  'ru',
  'sk',
  'sl',
  'sq',
  'sr',
  'sv',
  'tr',
  'uk',
  'vi',
  'zh',
] as const
export type OpeningLanguage = (typeof OPENING_LANGUAGES)[number]
/** What has become of a request to join. open: it waits; closed: the group looks for players no longer */
export const JOIN_ANSWERS = ['open', 'accepted', 'declined', 'closed'] as const
export type JoinAnswer = (typeof JOIN_ANSWERS)[number]

const Language = Type.Enum(OPENING_LANGUAGES)
const Mode = Type.Enum(OPENING_MODES)

const texts = {
  plays: line(OPENING_LINE_MAX),
  /** ISO 639-1. */
  languages: Type.Array(Language, {
    minItems: 1,
    maxItems: OPENING_LANGUAGES_MAX,
    uniqueItems: true,
  }),
  mode: Mode,
  place: optionalLine(OPENING_LINE_MAX),
  /** How often the group meets, in its own words. */
  rhythm: optionalLine(OPENING_LINE_MAX),
  beginners: Type.Boolean(),
  content_notes: optionalLine(CONTENT_NOTES_MAX),
}

/** What an owner or a co-owner writes. */
export const OpeningBody = Type.Object({
  ...texts,
  places: Type.Integer({ minimum: 1, maximum: OPENING_PLACES_MAX }),
  /** Version that a change is based on; 0 for a new opening. */
  version: Type.Integer({ minimum: 0, maximum: ID_MAX }),
})
export type OpeningBody = Static<typeof OpeningBody>

const shown = {
  plays: Type.String(),
  /** Languages that a page does not know are left out there. */
  languages: lenient(Type.Array(Type.String()), []),
  mode: Mode,
  place: lenient(Type.String(), ''),
  rhythm: lenient(Type.String(), ''),
  beginners: lenient(Type.Boolean(), false),
  content_notes: lenient(Type.String(), ''),
  /** Free places; 0: full. */
  free: Type.Integer(),
}

/** A group that looks for players, as any member sees it. */
export const OpenGroup = Type.Object({
  ...shown,
  /** The group's. */
  id: id<GroupId>(),
  group_name: Type.String(),
  /** Username of the owner: no other member is named. */
  owner: Type.String(),
  /** The variation of the group's shield; see `page` of a group. */
  crest: nullable(Type.String()),
  /** Number of members. */
  players: Type.Integer(),
  /** Start of the next session: neither its title nor its place. */
  next_start: nullable(timestamp()),
})
export type OpenGroup = Static<typeof OpenGroup>

/** Newest first. */
const OpenGroups = Type.Object({
  groups: Type.Array(OpenGroup),
  /** Parameter `before` of the next page; null at the end. */
  next: nullable(id<OpeningId>()),
})
export type OpenGroups = Static<typeof OpenGroups>

/** A request to join, as the owner and the co-owners see it. */
const WaitingRequest = Type.Object({
  id: id<JoinRequestId>(),
  /** Current username of who asks. */
  name: Type.String(),
  message: lenient(Type.String(), ''),
  asked_at: lenient(timestamp(), ''),
})
export type WaitingRequest = Static<typeof WaitingRequest>

/** The opening of a group, as its members see it. */
export const GroupOpening = Type.Object({
  /** Null: the group does not look for players. */
  opening: nullable(Type.Object({ ...shown, version: Type.Integer() })),
  /** Oldest first; empty unless the caller is the owner or a co-owner. */
  requests: lenient(Type.Array(WaitingRequest), []),
})
export type GroupOpening = Static<typeof GroupOpening>

/** A request to join, as its member sees it. */
export const JoinRequest = Type.Object({
  id: id<JoinRequestId>(),
  group_id: id<GroupId>(),
  group_name: Type.String(),
  crest: nullable(Type.String()),
  message: lenient(Type.String(), ''),
  answer: Type.Enum(JOIN_ANSWERS),
  /** A sentence of the owner or a co-owner, who is not named. */
  sentence: lenient(Type.String(), ''),
  asked_at: lenient(timestamp(), ''),
  /** The invite of an accepted request. */
  invite_id: nullable(id<InviteId>()),
  /** Earliest time of another request, if this one was declined. */
  again_at: nullable(timestamp()),
})
export type JoinRequest = Static<typeof JoinRequest>

/** Every call is a 404 while the staff have switched openings off. */
/** Groups that look for players, and requests to join them. Additions, announced by `openings` in `features` of the profile. */
export const openingCalls = {
  listOpenings: memberRead('GET', '/rpggroups/openings/', {
    summary:
      'Groups that look for players and have a free place, newest first: without the caller’s own groups, and without those that removed the caller, whose owner the caller has muted, or that have invited the caller',
    querystring: Type.Object({
      language: Type.Optional(Language),
      /** Also finds openings whose mode is `both`. */
      mode: Type.Optional(Mode),
      beginners: Type.Optional(Type.Literal('yes')),
      q: Type.Optional(Type.String({ maxLength: TEXT_MAX })),
      before: Type.Optional(id<OpeningId>()),
    }),
    response: { 200: OpenGroups, ...refused(404) },
  }),
  getOpening: memberRead('GET', '/rpggroups/openings/:id', byId<GroupId>(), {
    summary: 'Whether a group looks for players (member); requests to join (owner, co-owner)',
    response: { 200: GroupOpening, ...refused(404) },
  }),
  saveOpening: memberCall('PUT', '/rpggroups/openings/:id', byId<GroupId>(), {
    summary:
      'Look for players, or change what is said about it (owner, co-owner): 409 changed by somebody else meanwhile, or the group is full',
    body: OpeningBody,
    response: { 200: GroupOpening, ...refused(400, 403, 404, 409) },
  }),
  closeOpening: memberCall('DELETE', '/rpggroups/openings/:id', byId<GroupId>(), {
    summary: 'Look for players no longer (owner, co-owner); requests that wait end with it',
    response: { 200: GroupOpening, ...refused(403, 404) },
  }),
  askToJoin: memberCall('POST', '/rpggroups/openings/:id/ask/', byId<GroupId>(), {
    summary:
      'Ask to join a group that looks for players: 400 a member, 404 the caller cannot ask this group, 409 asked already, a limit is reached, or no place is free',
    body: Type.Object({ message: optionalLine(JOIN_LINE_MAX) }),
    response: { 201: JoinRequest, ...refused(400, 404, 409) },
  }),
  listJoinRequests: memberRead('GET', '/rpggroups/join-requests/', {
    summary: 'Requests of the caller that wait or were answered lately, newest first',
    response: { 200: Type.Array(JoinRequest), ...refused(404) },
  }),
  withdrawJoinRequest: memberCall('DELETE', '/rpggroups/join-requests/:id', byId<JoinRequestId>(), {
    summary: 'Withdraw a request that waits',
    response: { 200: Nothing, ...refused(404) },
  }),
  acceptJoinRequest: memberCall('POST', '/rpggroups/join-requests/:id/accept/', byId<JoinRequestId>(), {
    summary:
      'Turn a request into an invite of its member (owner, co-owner): 404 unknown, answered or withdrawn, 409 no place is free, or limit reached',
    response: { 200: GroupOpening, ...refused(400, 404, 409, 423) },
  }),
  declineJoinRequest: memberCall('POST', '/rpggroups/join-requests/:id/decline/', byId<JoinRequestId>(), {
    summary: 'Decline a request (owner, co-owner); its member does not learn who has done it',
    body: Type.Object({ sentence: optionalLine(JOIN_LINE_MAX) }),
    response: { 200: GroupOpening, ...refused(404) },
  }),
} as const satisfies CallTable

/* At the desk. */

const DeskOpening = Type.Object({
  id: anyId(),
  group: Type.Object({ id: id<GroupId>(), name: Type.String() }),
  owner: Person,
  plays: Type.String(),
  languages: Type.Array(Type.String()),
  mode: Mode,
  place: Type.String(),
  rhythm: Type.String(),
  beginners: Type.Boolean(),
  content_notes: Type.String(),
  free: Type.Integer(),
  /** Requests that wait. */
  requests: Type.Integer(),
  created_at: Type.String(),
  updated_at: Type.String(),
})
export type DeskOpening = Static<typeof DeskOpening>

const Switch = Type.Object({ is_on: Type.Boolean() })

export const deskOpeningsCalls = {
  openings: {
    ...superuser.reads('openings', DeskOpening),
    /** Mails the reason to the owner and the co-owners. Responds with what was closed. */
    close: superuser.posting('/openings/:id/close', changesWith(DeskOpening, Reason)),
    /** Whether members see openings at all. */
    getSwitch: superuser.getting('/openings/switch', shows(Switch)),
    setSwitch: superuser.posting('/openings/switch', { ...shows(Switch), body: Switch }),
  },
}
