import type { MemberId } from '#contract/ids.ts'
import { DAY_MS, HOUR_MS, isTimeZone } from '../../../config/time.ts'
import type { Read } from '../../../db/rows.ts'
import { errors, refusal } from '../../../http/errors.ts'
import { zoneBlock } from '../../../text/zoneClock.ts'
import { PLANNED_DAYS_MAX, SESSION_HOURS_MAX, SESSIONS_MAX } from '../limits.ts'
import type { Membership } from '../policy.ts'
import type { OptionRow, PollRow } from './pollRepository.ts'

type Planning = Pick<Membership, 'ownerId' | 'coOwners' | 'planners'>
/** The part of a work that rules about times read. */
export type Now = Pick<Read, 'now'>

export const mayPlan = ({ ownerId, coOwners, planners }: Planning, caller: MemberId): boolean =>
  planners === 'members' || caller === ownerId || coOwners.includes(caller)

/** @param ahead number of sessions of the group that are not over */
export function assertMayAddSession(ahead: number): void {
  if (ahead >= SESSIONS_MAX) throw refusal(409, 'too_many_sessions', { limit: SESSIONS_MAX })
}

type Period = { readonly starts_at: number; readonly ends_at: number }

/** Requires a future start and a permitted length, NaN excluded. */
export function assertPeriod({ now }: Now, { starts_at, ends_at }: Period): void {
  if (!(starts_at > now && starts_at <= now + PLANNED_DAYS_MAX * DAY_MS))
    throw refusal(400, 'not_ahead', { attr: 'starts_at' })
  const length = ends_at - starts_at
  if (!(length > 0 && length <= SESSION_HOURS_MAX * HOUR_MS)) throw errors.badPeriod('ends_at')
}

/** A rule needs a zone in which it keeps the time of day, and calendar files a description of it. */
export function assertZone(timeZone: string): void {
  if (!isTimeZone(timeZone) || zoneBlock(timeZone) === null) throw errors.invalid('time_zone')
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
export function assertAhead({ now }: Now, { ends_at, cancelled_at }: GameDate): void {
  if (cancelled_at !== null || ends_at <= now) throw errors.dateGone()
}

/** Answers refer to a start, which can have changed since the caller read it. */
export function assertSameStart({ starts_at }: Period, seen: number): void {
  if (starts_at !== seen) throw refusal(409, 'date_moved')
}

type Closing = Pick<PollRow, 'closes_at'>

/** Planners may still choose a date, or move the closing date. */
export const isClosed = ({ now }: Now, { closes_at }: Closing): boolean =>
  closes_at !== null && closes_at <= now

type Starts = ReadonlyArray<Pick<OptionRow, 'starts_at'>>

/** All dates have begun, as `hasDateAhead` reads them. */
export const isOver = ({ now }: Now, options: Starts): boolean =>
  options.every(({ starts_at }) => starts_at <= now)
