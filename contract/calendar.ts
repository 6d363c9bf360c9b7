import Type, { type Static } from 'typebox'
import type { ContentId, FeedId, GameDateId, GlossaryEntryId, GroupId, InviteId } from './ids.ts'
import { Preferences } from './profile.ts'
import { type CallTable, memberCall, memberRead } from './route.ts'
import { NEXT_STATES } from './sets.ts'
import { byId, id, lenient, line, Nothing, nullable, refused, timestamp } from './shapes.ts'

/** Calendar feeds of one member: one per device. */
export const FEEDS_MAX = 10
/** Minutes before the start at which a calendar can remind. */
export const FEED_ALARMS = [30, 120, 1440] as const
/** Characters of the name of a feed. */
export const FEED_NAME_MAX = 100

export const Feed = Type.Object({
  id: id<FeedId>(),
  name: Type.String(),
  created_at: lenient(timestamp(), ''),
  /** Last use, at most an hour behind; null: never. */
  last_used_at: nullable(timestamp()),
  /** Minutes before the start; absent: no reminder. Additive. */
  alarm: Type.Optional(Type.Enum(FEED_ALARMS)),
})
export type Feed = Static<typeof Feed>

/** The URL has the secret of the feed: the server keeps a hash, and never sends it again. */
export const NewFeed = Type.Object({ ...Feed.properties, url: Type.String() })
export type NewFeed = Static<typeof NewFeed>

/** A game session of a group, or an event; the other one's fields are null. */
export const UpcomingDate = Type.Object({
  group_id: nullable(id<GroupId>()),
  /** What the member answers. */
  date_id: nullable(id<GameDateId>()),
  group_name: nullable(Type.String()),
  content_id: nullable(id<ContentId>()),
  title: Type.String(),
  starts_at: timestamp(),
  ends_at: lenient(timestamp(), ''),
  location: nullable(Type.String()),
  state: Type.Enum(NEXT_STATES),
  /** Deadline of an offered seat. */
  offered_until: nullable(timestamp()),
})
export type UpcomingDate = Static<typeof UpcomingDate>

export const UpcomingPoll = Type.Object({
  group_id: id<GroupId>(),
  group_name: lenient(Type.String(), ''),
  title: Type.String(),
})
export type UpcomingPoll = Static<typeof UpcomingPoll>

const UpcomingRecap = Type.Object({ ...UpcomingPoll.properties, date_id: id<GameDateId>() })

export const UpcomingInvite = Type.Object({ id: id<InviteId>(), group_name: Type.String() })
export type UpcomingInvite = Static<typeof UpcomingInvite>

/** A group with requests to join that the caller may answer, and their number. */
const UpcomingRequests = Type.Object({
  group_id: id<GroupId>(),
  group_name: lenient(Type.String(), ''),
  count: Type.Integer(),
})

export const UpcomingEntry = Type.Object({ id: id<GlossaryEntryId>(), title: Type.String() })
export type UpcomingEntry = Static<typeof UpcomingEntry>

/** An event with free seats. */
export const FirstEvent = Type.Object({
  content_id: id<ContentId>(),
  title: Type.String(),
  starts_at: timestamp(),
  ends_at: lenient(timestamp(), ''),
  location: nullable(Type.String()),
  /** Free seats. */
  left: lenient(Type.Integer(), 0),
})
export type FirstEvent = Static<typeof FirstEvent>

/** What a member without a group can begin with. */
export const FirstSteps = Type.Object({
  /** The next ones; none for a member who is signed up for one. */
  events: Type.Array(FirstEvent),
  /** The member has written an entry of the glossary. */
  has_entry: lenient(Type.Boolean(), false),
  preferences: Preferences,
})
export type FirstSteps = Static<typeof FirstSteps>

/** The first rows of a list, and how many there are. */
const beginningOf = <Row extends Type.TSchema>(row: Row) =>
  Type.Object({ items: Type.Array(row), total: lenient(Type.Integer(), 0) })

export const Upcoming = Type.Object({
  /** The next session that takes place, offered seats, then the other dates, soonest first. */
  dates: beginningOf(UpcomingDate),
  /** Open ones that the caller has not answered. */
  polls: beginningOf(UpcomingPoll),
  invites: beginningOf(UpcomingInvite),
  /** Own entries of the glossary that wait for a review. */
  entries: beginningOf(UpcomingEntry),
  /** Sessions of the last days that have none yet, for members who plan. */
  recaps: Type.Optional(beginningOf(UpcomingRecap)),
  /** Longest waiting first. Additive. */
  requests: Type.Optional(beginningOf(UpcomingRequests)),
  /** Present for a member without a group, until it is hidden (`first_steps` of the preferences). */
  first_steps: Type.Optional(FirstSteps),
})
export type Upcoming = Static<typeof Upcoming>

/** Additions: announced by `calendar` and `next` in `features` of the profile (behaviour 12.2). */
export const calendarCalls = {
  listFeeds: memberCall('GET', '/users/calendar/', {
    summary: 'The caller’s calendar feeds, one per device',
    response: { 200: Type.Array(Feed) },
  }),
  createFeed: memberCall('POST', '/users/calendar/', {
    summary: 'Make a calendar feed; its URL is in this response alone',
    body: Type.Object({ name: line(FEED_NAME_MAX), alarm: Type.Optional(Type.Enum(FEED_ALARMS)) }),
    response: { 201: NewFeed, ...refused(400) },
  }),
  revokeFeed: memberCall('DELETE', '/users/calendar/:id', byId<FeedId>(), {
    summary: 'End a calendar feed: its URL is unknown from then on',
    response: { 200: Nothing, ...refused(404) },
  }),
  getUpcoming: memberRead('GET', '/users/next/', {
    summary: 'What waits for the caller, the next session, and what takes place in the next 14 days',
    response: { 200: Upcoming },
  }),
} as const satisfies CallTable
