import { CLOSES_AFTER_HOURS } from '#contract/planFields.ts'
import { DAY_MS, HOUR_MS } from '../../../config/time.ts'
import { refusal } from '../../../http/errors.ts'
import { assertOpen } from './policy.ts'
import type { OptionRow, PollRow } from './pollRepository.ts'

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

/**
 * Members need time to answer, and answers are of no use once the last date has begun.
 * @param before the closing date until now, which may be near
 */
export function assertClosing(
  { closes_at }: Closing,
  options: Starts,
  before: number | null,
  now: number,
): void {
  if (closes_at === null) return
  const last = Math.max(...options.map(({ starts_at }) => starts_at))
  const isLate = closes_at === before || closes_at >= now + CLOSES_AFTER_HOURS * HOUR_MS
  if (!(isLate && closes_at <= last))
    throw refusal(400, 'bad_closing', { attr: 'closes_at', limit: CLOSES_AFTER_HOURS })
}

/** A day before the end, or when a third of a shorter time is left. */
export const remindAt = (closes_at: number | null, now: number): number | null =>
  closes_at === null ? null : closes_at - Math.min(DAY_MS, Math.floor((closes_at - now) / 3))
