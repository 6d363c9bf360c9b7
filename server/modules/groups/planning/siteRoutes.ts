import { Temporal } from 'temporal-polyfill'
import { SUGGESTIONS_MAX } from '#contract/planFields.ts'
import { planningCalls } from '#contract/planning.ts'
import { DAY_MS, HOUR_MS } from '../../../config/time.ts'
import { type App, type Deps, limited } from '../../../http/deps.ts'
import { listStoppedMembers } from '../../../mail/table.ts'
import { iso } from '../../../text/time.ts'
import { zoned } from '../../../work/series.ts'
import { routesOn } from '../../../work/work.ts'
import type { listSeatsAhead } from '../../registration/memberRepository.ts'
import { type GroupRead, inGroup } from '../groupCalls.ts'
import { listZonesOfOthers } from '../repository.ts'
import { hasSession, listPastStarts } from './calendarRepository.ts'
import { changeDate } from './changeDate.ts'
import { assertPlanner, MAILING, readPlan, type Sent } from './plan.ts'
import { assertZone } from './policy.ts'
import { pollRoutes } from './polls.ts'
import { sessionRoutes } from './sessions.ts'

/** It reads the plans of all members, and an answer says something about them. */
const SUGGESTING = limited(30, 60)

export type PlanningNeeds = { readonly listSeatsAhead: ListSeatsAhead }

export function planningRoutes(member: App, deps: Deps, { listSeatsAhead }: PlanningNeeds): void {
  const route = routesOn(member, deps, planningCalls)
  route('getPlan', inGroup('member', readPlan))
  route('suggestDates', suggestDates(listSeatsAhead), SUGGESTING)
  pollRoutes(route)
  sessionRoutes(route)
  route('changeDate', changeDate, MAILING)
}

type Period = { readonly starts_at: number; readonly ends_at: number }
/** Gives the events that a member has signed up for; another module has them. */
type ListSeatsAhead = typeof listSeatsAhead

/** Past sessions that the usual times are read from. */
const PAST_MAX = 30
const PAST_DAYS = 365
/** A group that has not played. */
const USUAL_MS = 4 * HOUR_MS
/** Events of one member. */
const SEATS_MAX = 100

/**
 * Only free dates leave the server: not who has something on the others, nor what. A seat on a waiting list takes no
 * time. Members choose whether sessions of other groups and seats of theirs count.
 */
const suggestDates = (listSeatsAhead: ListSeatsAhead) =>
  inGroup('member', async (w, { query }: Sent<'suggestDates'>) => {
    assertPlanner(w)
    assertZone(query.time_zone)
    const { active } = w.group
    // A caller who chose the zone could read the days of the others hour by hour.
    const [zone] = await listZonesOfOthers(w, w.id, w.me)
    const isAlone = active.every((member) => member === w.me)
    const own = isAlone ? query.time_zone : w.settings.timeZone
    const wanted = await periodsOf(w, zone?.time_zone ?? own, query.hours)
    const until = wanted.at(-1)?.ends_at ?? w.now
    const unread = await listStoppedMembers(w, 'busy_times', active)
    const read = active.filter((member) => !unread.has(member))
    const seats: Awaited<ReturnType<ListSeatsAhead>> = []
    for (const member of read)
      seats.push(...(await listSeatsAhead(w, member, { until, limit: SEATS_MAX })))
    const taken = seats.filter(
      ({ cancelled_at, state }) => cancelled_at === null && state !== 'waiting',
    )
    const free: Period[] = []
    for (const period of wanted) {
      if (free.length === SUGGESTIONS_MAX) break
      if (taken.some((seat) => overlap(seat, period))) continue
      if (!(await hasSession(w, read, period))) free.push(period)
    }
    return {
      dates: free.map(({ starts_at }) => ({
        starts_at: iso(starts_at),
        ends_at: iso(starts_at + query.hours * HOUR_MS),
      })),
    }
  })

/** A slot is no shorter than the sessions of the group usually are, however short the asked one is. */
async function periodsOf(w: GroupRead, timeZone: string, hours: number) {
  const past = await listPastStarts(w, w.now - PAST_DAYS * DAY_MS, PAST_MAX)
  const lengths = past
    .map(({ starts_at, ends_at }) => ends_at - starts_at)
    .toSorted((a, b) => a - b)
  const usual = lengths[Math.floor(lengths.length / 2)] ?? USUAL_MS
  const length = Math.max(hours * HOUR_MS, usual)
  return usualStarts(w, past, timeZone).map((starts_at) => ({
    starts_at,
    ends_at: starts_at + length,
  }))
}

const overlap = (a: Period, b: Period) => a.starts_at < b.ends_at && b.starts_at < a.ends_at

type Start = { readonly starts_at: number; readonly time_zone: string }
type Slot = {
  /** 1: Monday; null: the days of `isOfNewGroup`. */
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
/** A group without a past is asked about all weekdays, every fourth day from one in a week on. */
const isOfNewGroup = (n: number): boolean => n > 4 && n % 4 === 1

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
function usualStarts({ now }: GroupRead, past: readonly Start[], timeZone: string): number[] {
  const starts = slotsOf(past, timeZone).flatMap((slot) => {
    const today = zoned(now, slot.timeZone).toPlainDate()
    return Array.from({ length: DAYS }, (_, n) => today.add({ days: FIRST_DAY + n }))
      .filter(({ dayOfWeek }, n) =>
        slot.weekday === null ? isOfNewGroup(n) : dayOfWeek === slot.weekday,
      )
      .map((day) => day.toZonedDateTime({ timeZone: slot.timeZone, plainTime: slot.time }))
      .map(({ epochMilliseconds }) => epochMilliseconds)
  })
  return [...new Set(starts)].toSorted((a, b) => a - b)
}
