import type { GroupId, MemberId } from '#contract/ids.ts'
import { SUGGESTIONS_MAX } from '#contract/planning.ts'
import type { planningSchemas } from '#contract/schemas/planning.ts'
import { DAY_MS, HOUR_MS } from '../../../config/time.ts'
import type { Db } from '../../../db/schema.ts'
import type { Deps } from '../../../http/deps.ts'
import type { Call } from '../../../http/serve.ts'
import { iso } from '../../../text/time.ts'
import { assertMember } from '../policy.ts'
import { readGroup } from '../repository.ts'
import { hasSession, listPastStarts } from './busyRepository.ts'
import { assertMayPlan, assertZone } from './policy.ts'
import { readPlanners } from './settingsRepository.ts'
import { usualStarts } from './usualTimes.ts'

type Period = { readonly starts_at: number; readonly ends_at: number }
type Seat = Period & { readonly cancelled_at: number | null; readonly state: string }

/** Gives the events that a member has signed up for; another module has them. */
export type ListSeatsAhead = (
  db: Db,
  member: MemberId,
  now: number,
  until: number,
  limit: number,
) => Promise<readonly Seat[]>

/** Past sessions that the usual times are read from. */
const PAST_MAX = 30
const PAST_DAYS = 365
/** Events of one member. */
const SEATS_MAX = 100

/**
 * Only free dates leave the server: not who has something on the others, nor what. A seat on a waiting list takes no
 * time.
 */
export async function suggestDates(
  { db, clock }: Deps,
  listSeatsAhead: ListSeatsAhead,
  { params, query, memberId }: Call<(typeof planningSchemas)['suggestDates']>,
) {
  const now = clock()
  const group = await readGroup(db, params.id)
  assertMember(group, memberId)
  assertMayPlan({ ...group, planners: await readPlanners(db, params.id) }, memberId)
  assertZone(query.time_zone)
  const wanted = await periodsOf(db, params.id, query.time_zone, query.hours, now)
  const until = wanted.at(-1)?.ends_at ?? now
  const seats: Seat[] = []
  for (const member of group.active)
    seats.push(...(await listSeatsAhead(db, member, now, until, SEATS_MAX)))
  const taken = seats.filter(
    ({ cancelled_at, state }) => cancelled_at === null && state !== 'waiting',
  )
  const free: Period[] = []
  for (const period of wanted) {
    if (free.length === SUGGESTIONS_MAX) break
    if (taken.some((seat) => overlap(seat, period))) continue
    if (!(await hasSession(db, group.active, period))) free.push(period)
  }
  return {
    dates: free.map(({ starts_at, ends_at }) => ({
      starts_at: iso(starts_at),
      ends_at: iso(ends_at),
    })),
  }
}

async function periodsOf(db: Db, group: GroupId, timeZone: string, hours: number, now: number) {
  const past = await listPastStarts(db, group, now - PAST_DAYS * DAY_MS, now, PAST_MAX)
  return usualStarts(past, timeZone, now).map((starts_at) => ({
    starts_at,
    ends_at: starts_at + hours * HOUR_MS,
  }))
}

const overlap = (a: Period, b: Period) => a.starts_at < b.ends_at && b.starts_at < a.ends_at
