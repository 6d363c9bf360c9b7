import Type, { type Static } from 'typebox'
import type { DateOptionId, DatePollId } from './ids.ts'
import {
  COMMENT_MAX,
  instant,
  notes,
  OPTIONS_MAX,
  Person,
  period,
  SUGGESTIONS_MAX,
  sequence,
  title,
  where,
  zone,
} from './planFields.ts'
import { DATE_ANSWERS } from './sets.ts'
import { id, lenient, nullable, optionalLine, timestamp } from './shapes.ts'

export const OptionAnswer = Type.Object({ ...Person, answer: Type.Enum(DATE_ANSWERS) })
export type OptionAnswer = Static<typeof OptionAnswer>

export const DateOption = Type.Object({
  id: id<DateOptionId>(),
  starts_at: timestamp(),
  ends_at: lenient(timestamp(), ''),
  /** Answers of all members who have answered. */
  answers: lenient(Type.Array(OptionAnswer), []),
  mine: nullable(Type.Enum(DATE_ANSWERS)),
  /** Most yes, then fewest no, then earliest; one option, once two members have answered. */
  is_best: lenient(Type.Boolean(), false),
  /** Another option is as good: the best one, and every one with as many yes and as few no. */
  is_tied: Type.Optional(lenient(Type.Boolean(), false)),
})
export type DateOption = Static<typeof DateOption>

export const PollComment = Type.Object({ ...Person, text: Type.String() })
export type PollComment = Static<typeof PollComment>

export const DatePoll = Type.Object({
  id: id<DatePollId>(),
  title: lenient(Type.String(), ''),
  notes: lenient(Type.String(), ''),
  /** Null: the account is gone. */
  made_by: nullable(Type.String()),
  options: Type.Array(DateOption),
  /** Answers are taken until then; null: until a date is chosen. Missing: the server has no closing dates. */
  closes_at: Type.Optional(nullable(timestamp())),
  /** The closing date is over. */
  is_closed: Type.Optional(lenient(Type.Boolean(), false)),
  /** All dates have begun: the poll has ended by itself, and is kept. */
  is_over: Type.Optional(lenient(Type.Boolean(), false)),
  /** A change of the options names it. Missing: they cannot be changed. */
  sequence: Type.Optional(Type.Integer()),
  /** One of each member at most. Missing: the server has no comments. */
  comments: Type.Optional(Type.Array(PollComment)),
})
export type DatePoll = Static<typeof DatePoll>

const closes_at = Type.Optional(nullable(instant()))

export const NewPoll = Type.Object({
  title,
  notes,
  time_zone: zone,
  options: Type.Array(Type.Object(period), { minItems: 1, maxItems: OPTIONS_MAX }),
  closes_at,
})
export type NewPoll = Static<typeof NewPoll>

export const PollAnswers = Type.Object({
  time_zone: zone,
  answers: Type.Array(Type.Object({ option_id: id<DateOptionId>(), answer: Type.Enum(DATE_ANSWERS) }), {
    maxItems: OPTIONS_MAX,
  }),
  /** Missing: it stays; empty: it is removed. */
  comment: Type.Optional(optionalLine(COMMENT_MAX)),
})
export type PollAnswers = Static<typeof PollAnswers>

/** All options after the change. One that changes gets a new id, so that no answer is taken for another date. */
export const ChangedOptions = Type.Object({
  options: Type.Array(
    Type.Object({
      /** Missing: the option is new. */
      id: Type.Optional(id<DateOptionId>()),
      ...period,
    }),
    { minItems: 1, maxItems: OPTIONS_MAX },
  ),
  /** Missing: it stays. */
  closes_at,
  sequence,
})
export type ChangedOptions = Static<typeof ChangedOptions>

/** Dates at a usual time of the group on which no member has a session or a seat. */
export const Suggestions = Type.Object({
  dates: Type.Array(Type.Object({ starts_at: timestamp(), ends_at: timestamp() }), {
    maxItems: SUGGESTIONS_MAX,
  }),
})
export type Suggestions = Static<typeof Suggestions>

export const FixedDate = Type.Object({ option_id: id<DateOptionId>(), title, ...where })
export type FixedDate = Static<typeof FixedDate>
