import { DAY_MS } from '../../../config/time.ts'
import type { Now } from './policy.ts'
import type { DateRow } from './sessionRepository.ts'

export const REMINDER_MS = DAY_MS

/** Dates within the next day need no reminder: the mail about the date itself is one. */
export const remindedAt = ({ now }: Now, startsAt: number) =>
  startsAt - now < REMINDER_MS ? now : null

/** @param length of each date, milliseconds */
export const datesAt = (w: Now, starts: readonly number[], length: number) =>
  starts.map((starts_at) => ({
    starts_at,
    ends_at: starts_at + length,
    reminded_at: remindedAt(w, starts_at),
  }))

export const isAhead = ({ now }: Now, { ends_at, cancelled_at }: DateRow): boolean =>
  cancelled_at === null && ends_at > now
