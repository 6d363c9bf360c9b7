import { randomUUID } from 'node:crypto'
import type { Repeats } from '#contract/planFields.ts'
import { DAY_MS } from '../../../config/time.ts'
import { refusal } from '../../../http/errors.ts'
import { EXTENSION_DAYS } from './limits.ts'
import { isEndless, isStartOf, occurrencesOf, ruleOf } from './occurrences.ts'
import { assertRepeats, assertRhythm, assertSize } from './policy.ts'
import type { DateRow, SessionRow } from './sessionRepository.ts'

type First = Pick<DateRow, 'starts_at' | 'ends_at'> & Pick<SessionRow, 'time_zone'>

export const REMINDER_MS = DAY_MS

/** Dates within the next day need no reminder: the mail about the date itself is one. */
export const remindedAt = (startsAt: number, now: number) =>
  startsAt - now < REMINDER_MS ? now : null

export const newUid = () => `${randomUUID()}@discordia`

export const extensionAfter = (now: number) => now + EXTENSION_DAYS * DAY_MS

/** The dates of a new session, and the columns that tell their rule. */
export function seriesFrom(
  { starts_at, ends_at, time_zone }: First,
  repeats: Repeats | null,
  now: number,
) {
  if (repeats !== null) assertRhythm(repeats)
  const rule = repeats && ruleOf({ starts_at, time_zone }, repeats)
  if (rule !== null && !isStartOf(rule, { starts_at, time_zone }))
    throw refusal(400, 'start_not_in_rule', { attr: 'starts_at' })
  const starts = occurrencesOf({ starts_at, time_zone, rule }, now)
  const length = ends_at - starts_at
  const isWithoutEnd = isEndless(rule)
  if (rule !== null && !isWithoutEnd) assertSize(starts)
  assertRepeats(starts, length)
  return {
    rule,
    extend_at: isWithoutEnd ? extensionAfter(now) : null,
    date_length: isWithoutEnd ? length : null,
    starts: starts.map((start) => datesAt(start, length, now)),
  }
}

export const datesAt = (starts_at: number, length: number, now: number) => ({
  starts_at,
  ends_at: starts_at + length,
  reminded_at: remindedAt(starts_at, now),
})
