import Type, { type Static } from 'typebox'
import { ChangedOptions, DatePoll, FixedDate, NewPoll, PollAnswers, Suggestions } from './datePolls.ts'
import type { DatePollId, GameDateId, GameSessionId, GroupId, MemberId } from './ids.ts'
import { instant, Person, period, REPEATS_MAX, Repeats, reason, sequence, title, where, zone } from './planFields.ts'
import { type CallTable, memberCall, memberRead } from './route.ts'
import { DATE_SCOPES, GAME_ANSWERS, PLANNERS } from './sets.ts'
import { byId, id, lenient, nullable, refused, timestamp } from './shapes.ts'

export const GameAnswered = Type.Object({ ...Person, answer: Type.Enum(GAME_ANSWERS) })
export type GameAnswered = Static<typeof GameAnswered>

/** One date of a session. */
export const GameDate = Type.Object({
  id: id<GameDateId>(),
  session_id: id<GameSessionId>(),
  title: lenient(Type.String(), ''),
  starts_at: timestamp(),
  ends_at: lenient(timestamp(), ''),
  /** IANA name of the zone that it was planned in. */
  time_zone: lenient(Type.String(), ''),
  place: lenient(Type.String(), ''),
  /** Empty, or a URL with http or https. */
  link: lenient(Type.String(), ''),
  notes: lenient(Type.String(), ''),
  /** A change names it, so that it cannot undo one that its sender has not seen. */
  sequence: Type.Integer(),
  /** Whether the session has further dates, by a rule. */
  repeats: lenient(Type.Boolean(), false),
  /** The rule; null: the session has one date. */
  rhythm: Type.Optional(nullable(Repeats)),
  /** "00:00", the time of day of the series, where the clocks skip it and the date is later. */
  skipped_time: Type.Optional(Type.String()),
  /** The member at whose place the group meets; null: the date has no host. */
  host: Type.Optional(nullable(Type.Object(Person))),
  /** Whose turn it is after the host; null where hosts don't take turns. */
  next_host: Type.Optional(nullable(id<MemberId>())),
  answers: lenient(Type.Array(GameAnswered), []),
  mine: nullable(Type.Enum(GAME_ANSWERS)),
})
export type GameDate = Static<typeof GameDate>

/** A cancelled date of a series that goes on. */
export const SkippedDate = Type.Pick(GameDate, ['id', 'title', 'starts_at', 'ends_at'])
export type SkippedDate = Static<typeof SkippedDate>

export const Plan = Type.Object({
  planners: Type.Enum(PLANNERS),
  may_plan: lenient(Type.Boolean(), false),
  /** The owner may change `planners`. */
  may_choose: lenient(Type.Boolean(), false),
  /** Open ones, oldest first. */
  polls: lenient(Type.Array(DatePoll), []),
  /** The next dates that are neither over nor cancelled, soonest first. */
  dates: lenient(Type.Array(GameDate), []),
  /** Further dates, which are not in `dates`. */
  later: lenient(Type.Integer(), 0),
  /** The next dates that can be put back. */
  skipped: Type.Optional(Type.Array(SkippedDate)),
  /** Whether all of `Repeats` is understood, `repeats` of a change included. */
  rhythms: Type.Optional(Type.Boolean()),
  /** Hosts, own answer of a new session, the answer to all dates and reasons of changes are understood. */
  series: Type.Optional(Type.Boolean()),
  /** IANA names of the zones in which the other members last planned or answered. */
  zones: Type.Optional(Type.Array(Type.Object({ ...Person, time_zone: Type.String() }))),
  /** Dates that are over, as far as they are counted; announces the calls of `pastCalls`. */
  past: Type.Optional(Type.Object({ total: Type.Integer() })),
})
export type Plan = Static<typeof Plan>

/** Field `plan` of a group. */
export const PlanSummary = Type.Object({
  next_session: nullable(Type.Object({ title: Type.String(), starts_at: timestamp(), ends_at: timestamp() })),
  open_polls: Type.Integer(),
  may_plan: Type.Boolean(),
})
export type PlanSummary = Static<typeof PlanSummary>

export const NewSession = Type.Object({
  title,
  time_zone: zone,
  ...period,
  ...where,
  /** Repetition at the same time of day in `time_zone`; the start is one of its dates. */
  repeats: nullable(Repeats),
  /** Members who host the dates in turn, in this order. */
  hosts: Type.Optional(Type.Array(id<MemberId>(), { minItems: 1, maxItems: REPEATS_MAX })),
})
export type NewSession = Static<typeof NewSession>

/** A missing scope means the times of this date alone, and the texts of all dates. */
const scope = Type.Optional(Type.Enum(DATE_SCOPES))
/** Only what differs from the date changes, in all dates of the scope. */
export const ChangedDate = Type.Object({
  title,
  ...period,
  ...where,
  sequence,
  scope,
  /** Another rhythm from this date on, with the scope `later`; null: no date follows. */
  repeats: Type.Optional(nullable(Repeats)),
  reason,
})
export type ChangedDate = Static<typeof ChangedDate>

const answered = { time_zone: zone, answer: Type.Enum(GAME_ANSWERS) }
/** The start that the caller has seen; another one is refused with 409. */
const seen = { starts_at: instant() }
export const DateAnswered = Type.Object({ ...seen, ...answered })
export type DateAnswered = Static<typeof DateAnswered>

/** Dates of a session, each with its start: all of them take the answer, or none does. */
export const SessionAnswered = Type.Object({
  dates: Type.Array(Type.Object({ id: id<GameDateId>(), ...seen }), {
    minItems: 1,
    maxItems: REPEATS_MAX,
  }),
  ...answered,
})
export type SessionAnswered = Static<typeof SessionAnswered>

/** A change of what the id in the path names. It responds with the plan of the group. */
const changeOf = <Id extends number>() => ({
  params: byId<Id>(),
  response: { 200: Plan, ...refused(400, 403, 404, 409) },
})

/** Additions: announced by `planning` in `features` of the profile (behaviour 12.2). */
export const planningCalls = {
  getPlan: memberRead('GET', '/rpggroups/plan/:id', byId<GroupId>(), {
    summary: 'Date polls and next sessions of a group (members)',
    response: { 200: Plan, ...refused(404) },
  }),
  choosePlanners: memberCall('PUT', '/rpggroups/plan/:id', {
    summary: 'Choose who may plan in a group (owner)',
    ...changeOf<GroupId>(),
    body: Type.Object({ planners: Type.Enum(PLANNERS) }),
  }),
  makePoll: memberCall('POST', '/rpggroups/plan/:id/polls/', {
    summary: 'Ask the members of a group which date suits them; the other members get a mail',
    ...changeOf<GroupId>(),
    body: NewPoll,
  }),
  answerPoll: memberCall('PUT', '/rpggroups/polls/:id', {
    summary: 'Answer the options of a date poll, with a comment, or change the answers',
    ...changeOf<DatePollId>(),
    body: PollAnswers,
  }),
  cancelPoll: memberCall('DELETE', '/rpggroups/polls/:id', {
    summary: 'Cancel a date poll',
    ...changeOf<DatePollId>(),
  }),
  changeOptions: memberCall('PUT', '/rpggroups/polls/:id/options/', {
    summary: 'Add, change and withdraw options of a date poll; answers to changed ones are removed',
    ...changeOf<DatePollId>(),
    body: ChangedOptions,
  }),
  fixPoll: memberCall('POST', '/rpggroups/polls/:id/fix/', {
    summary: 'Make a session of an option of a date poll; the other members get a mail',
    ...changeOf<DatePollId>(),
    body: FixedDate,
  }),
  suggestDates: memberRead('GET', '/rpggroups/plan/:id/suggestions/', byId<GroupId>(), {
    summary: 'Dates on which no member of a group has a session or a seat at an event',
    querystring: Type.Object({ time_zone: zone, hours: Type.Integer({ minimum: 1, maximum: 72 }) }),
    response: { 200: Suggestions, ...refused(400, 403, 404, 409) },
  }),
  planSession: memberCall('POST', '/rpggroups/plan/:id/sessions/', {
    summary: 'Plan a session, once or repeatedly; the other members get a mail',
    ...changeOf<GroupId>(),
    body: NewSession,
  }),
  changeDate: memberCall('PUT', '/rpggroups/dates/:id', {
    summary:
      'Change a date of a session, those after it too, or all. Another start resets the answers of the other members',
    ...changeOf<GameDateId>(),
    body: ChangedDate,
  }),
  cancelDate: memberCall('DELETE', '/rpggroups/dates/:id', {
    summary: 'Cancel one date of a session, or all of its dates from this one until a time',
    ...changeOf<GameDateId>(),
    querystring: Type.Object({ until: Type.Optional(instant()), reason }),
  }),
  restoreDate: memberCall('POST', '/rpggroups/dates/:id/restore/', {
    summary: 'Put a cancelled date of a series back; the other members get a mail',
    ...changeOf<GameDateId>(),
  }),
  hostDate: memberCall('PUT', '/rpggroups/dates/:id/host/', {
    summary: 'Say who hosts a date: planners for all, other members for themselves',
    ...changeOf<GameDateId>(),
    body: Type.Object({ member_id: nullable(id<MemberId>()) }),
  }),
  cancelSession: memberCall('DELETE', '/rpggroups/sessions/:id', {
    summary: 'Cancel all dates of a session that are not over',
    ...changeOf<GameSessionId>(),
    querystring: Type.Object({ reason }),
  }),
  answerDate: memberCall('POST', '/rpggroups/dates/:id/answer/', {
    summary: 'Say whether the caller comes to a session',
    ...changeOf<GameDateId>(),
    body: DateAnswered,
  }),
  answerSession: memberCall('POST', '/rpggroups/sessions/:id/answer/', {
    summary: 'Say for several dates of a session at once whether the caller comes',
    ...changeOf<GameSessionId>(),
    body: SessionAnswered,
  }),
} as const satisfies CallTable
