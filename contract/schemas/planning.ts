import Type, { type Static } from 'typebox'
import type { DatePollId, GameDateId, GameSessionId, GroupId } from '../ids.ts'
import type { planningRoutes } from '../planning.ts'
import { REPEAT_EVERY_MAX, REPEATS_MAX } from '../planning.ts'
import { DATE_SCOPES, GAME_ANSWERS, PLANNERS, REPEAT_UNITS } from '../sets.ts'
import {
  ChangedOptions,
  DatePoll,
  FixedDate,
  NewPoll,
  PollAnswers,
  Suggestions,
} from './datePolls.ts'
import { instant, Person, period, sequence, title, where, zone } from './planFields.ts'
import { byId, ErrorBody, id, lenient, nullable, type SchemasOf, timestamp } from './shared.ts'

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
  answers: lenient(Type.Array(GameAnswered), []),
  mine: nullable(Type.Enum(GAME_ANSWERS)),
})
export type GameDate = Static<typeof GameDate>

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
  /** IANA names of the zones in which the other members last planned or answered. */
  zones: Type.Optional(Type.Array(Type.Object({ ...Person, time_zone: Type.String() }))),
  /** Dates that are over, as far as they are counted; announces the calls of `pastSchemas`. */
  past: Type.Optional(Type.Object({ total: Type.Integer() })),
})
export type Plan = Static<typeof Plan>

/** Field `plan` of a group. */
export const PlanSummary = Type.Object({
  next_session: nullable(
    Type.Object({ title: Type.String(), starts_at: timestamp(), ends_at: timestamp() }),
  ),
  open_polls: Type.Integer(),
  may_plan: Type.Boolean(),
})
export type PlanSummary = Static<typeof PlanSummary>

export const Repeats = Type.Object({
  unit: Type.Enum(REPEAT_UNITS),
  every: Type.Integer({ minimum: 1, maximum: REPEAT_EVERY_MAX }),
  /** Number of dates. */
  count: Type.Integer({ minimum: 2, maximum: REPEATS_MAX }),
})
export type Repeats = Static<typeof Repeats>

export const NewSession = Type.Object({
  title,
  time_zone: zone,
  ...period,
  ...where,
  /** Repetition on the weekday of the start, at the same time of day in `time_zone`. */
  repeats: nullable(Repeats),
})
export type NewSession = Static<typeof NewSession>

/** A missing scope means the times of this date alone, and the texts of all dates. */
const scope = Type.Optional(Type.Enum(DATE_SCOPES))
/** Only what differs from the date changes, in all dates of the scope. */
export const ChangedDate = Type.Object({ title, ...period, ...where, sequence, scope })
export type ChangedDate = Static<typeof ChangedDate>

export const DateAnswered = Type.Object({
  /** The start that the caller has seen; another one is refused with 409. */
  starts_at: instant(),
  time_zone: zone,
  answer: Type.Enum(GAME_ANSWERS),
})
export type DateAnswered = Static<typeof DateAnswered>

const refusals = { 400: ErrorBody, 403: ErrorBody, 404: ErrorBody, 409: ErrorBody }
/** A change of what the id in the path names. It responds with the plan of the group. */
const changeOf = <Id extends number>() => ({
  params: byId<Id>(),
  response: { 200: Plan, ...refusals },
})

/** Announced by `planning` in `features` of the profile. */
export const planningSchemas = {
  getPlan: {
    summary: 'Date polls and next sessions of a group (members)',
    params: byId<GroupId>(),
    response: { 200: Plan, 404: ErrorBody },
  },
  choosePlanners: {
    summary: 'Choose who may plan in a group (owner)',
    ...changeOf<GroupId>(),
    body: Type.Object({ planners: Type.Enum(PLANNERS) }),
  },
  makePoll: {
    summary: 'Ask the members of a group which date suits them; the other members get a mail',
    ...changeOf<GroupId>(),
    body: NewPoll,
  },
  answerPoll: {
    summary: 'Answer the options of a date poll, with a comment, or change the answers',
    ...changeOf<DatePollId>(),
    body: PollAnswers,
  },
  cancelPoll: { summary: 'Cancel a date poll', ...changeOf<DatePollId>() },
  changeOptions: {
    summary: 'Add, change and withdraw options of a date poll; answers to changed ones are removed',
    ...changeOf<DatePollId>(),
    body: ChangedOptions,
  },
  fixPoll: {
    summary: 'Make a session of an option of a date poll; the other members get a mail',
    ...changeOf<DatePollId>(),
    body: FixedDate,
  },
  suggestDates: {
    summary: 'Dates on which no member of a group has a session or a seat at an event',
    params: byId<GroupId>(),
    querystring: Type.Object({ time_zone: zone, hours: Type.Integer({ minimum: 1, maximum: 72 }) }),
    response: { 200: Suggestions, ...refusals },
  },
  planSession: {
    summary: 'Plan a session, once or repeatedly; the other members get a mail',
    ...changeOf<GroupId>(),
    body: NewSession,
  },
  changeDate: {
    summary:
      'Change a date of a session, those after it too, or all. Another start resets the answers of the other members',
    ...changeOf<GameDateId>(),
    body: ChangedDate,
  },
  cancelDate: { summary: 'Cancel one date of a session', ...changeOf<GameDateId>() },
  cancelSession: {
    summary: 'Cancel all dates of a session that are not over',
    ...changeOf<GameSessionId>(),
  },
  answerDate: {
    summary: 'Say whether the caller comes to a session',
    ...changeOf<GameDateId>(),
    body: DateAnswered,
  },
} as const satisfies SchemasOf<typeof planningRoutes>
