import type { MemberId } from '#contract/ids.ts'
import { CLOSES_AFTER_HOURS, REPEATS_MAX, type Repeats } from '#contract/planFields.ts'
import type { DatePollState, Planners } from '#contract/sets.ts'
import { DAY_MS, HOUR_MS, isTimeZone } from '../../../config/time.ts'
import { errors, refusal } from '../../../http/errors.ts'
import { zoneBlock } from '../../../text/zoneBlock.ts'
import {
  PLANNED_DAYS_MAX,
  POLLS_MAX,
  REPEAT_DAYS_MAX,
  SESSION_HOURS_MAX,
  SESSIONS_MAX,
} from '../limits.ts'
import type { Membership } from '../policy.ts'
import type { OptionRow, PollRow } from './pollRepository.ts'

type Planning = Pick<Membership, 'ownerId' | 'coOwners'> & { readonly planners: Planners }

export const mayPlan = ({ ownerId, coOwners, planners }: Planning, caller: MemberId): boolean =>
  planners === 'members' || caller === ownerId || coOwners.includes(caller)

/** @param group of which the caller is a member */
export function assertMayPlan(group: Planning, caller: MemberId): void {
  if (!mayPlan(group, caller)) throw refusal(403, 'may_not_plan')
}

/** Answers and decisions. */
export function assertOpen({ state }: { readonly state: DatePollState }): void {
  if (state !== 'open') throw refusal(409, 'poll_closed')
}

export function assertMayAddPoll(open: number): void {
  if (open >= POLLS_MAX) throw refusal(409, 'too_many_polls', { limit: POLLS_MAX })
}

/** @param ahead number of sessions of the group that are not over */
export function assertMayAddSession(ahead: number): void {
  if (ahead >= SESSIONS_MAX) throw refusal(409, 'too_many_sessions', { limit: SESSIONS_MAX })
}

type Period = { readonly starts_at: number; readonly ends_at: number }

/**
 * Requires a future start and a permitted length, NaN excluded.
 * @param field named by the refusal if it ends too early
 */
export function assertPeriod({ starts_at, ends_at }: Period, now: number): void {
  if (!(starts_at > now && starts_at <= now + PLANNED_DAYS_MAX * DAY_MS))
    throw refusal(400, 'not_ahead', { attr: 'starts_at' })
  const length = ends_at - starts_at
  if (!(length > 0 && length <= SESSION_HOURS_MAX * HOUR_MS)) throw errors.badPeriod('ends_at')
}

export function assertDifferent(options: readonly Period[]): void {
  const starts = new Set(options.map(({ starts_at }) => starts_at))
  if (starts.size < options.length) throw refusal(400, 'same_options', { attr: 'options' })
}

/** A rule needs a zone in which it keeps the time of day, and calendar files a description of it. */
export function assertZone(timeZone: string): void {
  if (!isTimeZone(timeZone) || zoneBlock(timeZone) === null) throw errors.invalid('time_zone')
}

type Sent = Pick<Repeats, 'unit' | 'count' | 'until' | 'weeks'>

export function assertRhythm({ unit, count, until, weeks }: Sent): void {
  const isEndTwice = count !== undefined && until !== undefined
  const isEndWrong = until !== undefined && Number.isNaN(Date.parse(until))
  if (isEndTwice || isEndWrong || (unit === 'week' && weeks !== undefined))
    throw errors.invalid('repeats')
}

/** @param starts of a series with an end */
export function assertSize(starts: readonly number[]): void {
  if (starts.length < 2 || starts.length > REPEATS_MAX)
    throw refusal(400, 'series_size', { attr: 'repeats', limit: REPEATS_MAX })
}

/** @param starts of all dates @param length of a date, milliseconds */
export function assertRepeats(starts: readonly number[], length: number): void {
  const [first = 0] = starts
  const last = starts.at(-1) ?? first
  if (last - first > REPEAT_DAYS_MAX * DAY_MS)
    throw refusal(400, 'repeats_too_long', { attr: 'repeats', limit: REPEAT_DAYS_MAX })
  if (starts.some((start, n) => start < (starts[n - 1] ?? -Infinity) + length))
    throw errors.badPeriod('ends_at')
}

/** A member who does not plan hosts, or no longer does. */
export function assertMayHost(
  { host_id }: { readonly host_id: MemberId | null },
  caller: MemberId,
  wanted: MemberId | null,
): void {
  if (host_id !== null && host_id !== caller) throw refusal(409, 'has_host')
  if (wanted !== null && wanted !== caller) throw refusal(403, 'may_not_plan')
}

type GameDate = Period & { readonly cancelled_at: number | null }

/** A date that is over or cancelled is history. */
export function assertAhead({ ends_at, cancelled_at }: GameDate, now: number): void {
  if (cancelled_at !== null || ends_at <= now) throw errors.dateGone()
}

/** Answers refer to a start, which can have changed since the caller read it. */
export function assertSameStart({ starts_at }: Period, seen: number): void {
  if (starts_at !== seen) throw refusal(409, 'date_moved')
}

export function assertNewest({ sequence }: { readonly sequence: number }, seen: number): void {
  if (sequence !== seen) throw refusal(409, 'session_changed')
}

type Closing = Pick<PollRow, 'closes_at'>

/** Planners may still choose a date, or move the closing date. */
export const isClosed = ({ closes_at }: Closing, now: number): boolean =>
  closes_at !== null && closes_at <= now

type Starts = ReadonlyArray<Pick<OptionRow, 'starts_at'>>

/** All dates have begun, as `hasDateAhead` reads them. */
export const isOver = (options: Starts, now: number): boolean =>
  options.every(({ starts_at }) => starts_at <= now)

/** Answers, comments and changes of the options. */
export function assertTakesAnswers(
  poll: Closing & Pick<PollRow, 'state'>,
  options: Starts,
  now: number,
): void {
  assertOpen(poll)
  if (isOver(options, now)) throw refusal(409, 'poll_closed')
  if (isClosed(poll, now)) throw refusal(409, 'answers_closed')
}

type NewClosing = Closing & {
  /** The closing date until now, which may be near. */
  readonly before: number | null
}

/** Members need time to answer, and answers are of no use once the last date has begun. */
export function assertClosing({ closes_at, before }: NewClosing, options: Starts, now: number) {
  if (closes_at === null) return
  const last = Math.max(...options.map(({ starts_at }) => starts_at))
  const isLate = closes_at === before || closes_at >= now + CLOSES_AFTER_HOURS * HOUR_MS
  if (!(isLate && closes_at <= last))
    throw refusal(400, 'bad_closing', { attr: 'closes_at', limit: CLOSES_AFTER_HOURS })
}

/** A day before the end, or when a third of a shorter time is left. */
export const remindAt = (closes_at: number | null, now: number): number | null =>
  closes_at === null ? null : closes_at - Math.min(DAY_MS, Math.floor((closes_at - now) / 3))
