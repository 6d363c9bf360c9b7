import type { GroupId, MemberId } from '#contract/ids.ts'
import { SUGGESTIONS_MAX } from '#contract/planFields.ts'
import type { planningCalls } from '#contract/planning.ts'
import { DAY_MS, HOUR_MS } from '../../../config/time.ts'
import type { Read } from '../../../db/schema.ts'
import type { Deps } from '../../../http/deps.ts'
import { listStoppedMembers } from '../../../mail/mailSwitches.ts'
import { iso } from '../../../text/time.ts'
import type { Call } from '../../../work/calls.ts'
import { assertMember } from '../policy.ts'
import { readGroup } from '../repository.ts'
import { hasSession, listPastStarts } from './busyRepository.ts'
import { assertMayPlan, assertZone } from './policy.ts'
import { listZonesOfOthers, readPlanners } from './settingsRepository.ts'
import { usualStarts } from './usualTimes.ts'

type Period = { readonly starts_at: number; readonly ends_at: number }
type Seat = Period & { readonly cancelled_at: number | null; readonly state: string }

/** Gives the events that a member has signed up for; another module has them. */
export type ListSeatsAhead = (
  w: Read,
  member: MemberId,
  until: number,
  limit: number,
) => Promise<readonly Seat[]>

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
export async function suggestDates(
  { db, clock, settings }: Deps,
  listSeatsAhead: ListSeatsAhead,
  { params, query, memberId }: Call<(typeof planningCalls)['suggestDates']>,
) {
  const now = clock()
  const group = await readGroup({ db }, params.id)
  assertMember(group, memberId)
  assertMayPlan({ ...group, planners: await readPlanners({ db }, params.id) }, memberId)
  assertZone(query.time_zone)
  const others = group.active.filter((member) => member !== memberId)
  // A caller who chose the zone could read the days of the others hour by hour.
  const [zone] = await listZonesOfOthers({ db }, params.id, memberId)
  const own = others.length === 0 ? query.time_zone : settings.timeZone
  const wanted = await periodsOf({ db, now }, params.id, zone?.time_zone ?? own, query.hours)
  const until = wanted.at(-1)?.ends_at ?? now
  const unread = await listStoppedMembers({ db }, 'busy_times', group.active)
  const read = group.active.filter((member) => !unread.has(member))
  const seats: Seat[] = []
  for (const member of read)
    seats.push(...(await listSeatsAhead({ db, now }, member, until, SEATS_MAX)))
  const taken = seats.filter(
    ({ cancelled_at, state }) => cancelled_at === null && state !== 'waiting',
  )
  const free: Period[] = []
  for (const period of wanted) {
    if (free.length === SUGGESTIONS_MAX) break
    if (taken.some((seat) => overlap(seat, period))) continue
    if (!(await hasSession({ db }, params.id, read, period))) free.push(period)
  }
  return {
    dates: free.map(({ starts_at }) => ({
      starts_at: iso(starts_at),
      ends_at: iso(starts_at + query.hours * HOUR_MS),
    })),
  }
}

/** A slot is no shorter than the sessions of the group usually are, however short the asked one is. */
async function periodsOf(w: Read, group: GroupId, timeZone: string, hours: number) {
  const past = await listPastStarts(w, group, w.now - PAST_DAYS * DAY_MS, PAST_MAX)
  const lengths = past
    .map(({ starts_at, ends_at }) => ends_at - starts_at)
    .toSorted((a, b) => a - b)
  const usual = lengths[Math.floor(lengths.length / 2)] ?? USUAL_MS
  const length = Math.max(hours * HOUR_MS, usual)
  return usualStarts(past, timeZone, w.now).map((starts_at) => ({
    starts_at,
    ends_at: starts_at + length,
  }))
}

const overlap = (a: Period, b: Period) => a.starts_at < b.ends_at && b.starts_at < a.ends_at
