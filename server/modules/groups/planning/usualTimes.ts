import { Temporal } from 'temporal-polyfill'
import { zoned } from './occurrences.ts'

type Start = { readonly starts_at: number; readonly time_zone: string }
type Slot = {
  /** 1: Monday; null: any day. */
  readonly weekday: number | null
  readonly time: Temporal.PlainTime
  readonly timeZone: string
}

/** Slots of a group that are looked at, by how often it has played at them. */
const SLOTS_MAX = 2
const EVENING = Temporal.PlainTime.from('19:00')
/** Members need time to answer. */
const FIRST_DAY = 2
const DAYS = 42

/** @param past starts of sessions, the latest first @param timeZone of the caller, for a group without a session */
function slotsOf(past: readonly Start[], timeZone: string): Slot[] {
  const slots = past.map((start) => {
    const at = zoned(start.starts_at, start.time_zone)
    return { weekday: at.dayOfWeek, time: at.toPlainTime(), timeZone: start.time_zone }
  })
  const equal = Map.groupBy(slots, (slot) =>
    [slot.timeZone, slot.weekday, slot.time.toString()].join(' '),
  )
  // The sort is stable: of two that are as frequent, the later one comes first.
  const usual = [...equal.values()].toSorted((a, b) => b.length - a.length)
  if (usual.length === 0) return [{ weekday: null, time: EVENING, timeZone }]
  return usual.slice(0, SLOTS_MAX).flatMap(([slot]) => slot ?? [])
}

/** Starts in the next weeks at the usual times of a group, else in the evening, the earliest first. */
export function usualStarts(past: readonly Start[], timeZone: string, now: number): number[] {
  const starts = slotsOf(past, timeZone).flatMap((slot) => {
    const today = zoned(now, slot.timeZone).toPlainDate()
    return Array.from({ length: DAYS }, (_, n) => today.add({ days: FIRST_DAY + n }))
      .filter(({ dayOfWeek }) => slot.weekday === null || dayOfWeek === slot.weekday)
      .map((day) => day.toZonedDateTime({ timeZone: slot.timeZone, plainTime: slot.time }))
      .map(({ epochMilliseconds }) => epochMilliseconds)
  })
  return [...new Set(starts)].toSorted((a, b) => a - b)
}
