import type { DateOption, DatePoll } from '#contract/datePolls.ts'
import type { DateOptionId, GroupId, MemberId } from '#contract/ids.ts'
import type { GameDate, Plan, PlanSummary, planningCalls } from '#contract/planning.ts'
import type { DateAnswer } from '#contract/sets.ts'
import type { HasDb, Read } from '../../../db/rows.ts'
import { idsOf } from '../../../db/search.ts'
import { type Deps, limited } from '../../../http/deps.ts'
import { refusal } from '../../../http/errors.ts'
import { printable } from '../../../text/keys.ts'
import { iso } from '../../../text/time.ts'
import { zoneClock } from '../../../text/zoneClock.ts'
import { rhythmOf } from '../../../work/series.ts'
import type { Call, routesOn } from '../../../work/work.ts'
import { type GroupWork, ofGroupOf } from '../groupCalls.ts'
import { countPast } from '../past/pastRepository.ts'
import { type InGroup, webAddress } from '../policy.ts'
import { type GroupRow, listZonesOfOthers } from '../repository.ts'
import { listSkipped } from './calendarRepository.ts'
import { isClosed, isOver, mayPlan } from './policy.ts'
import {
  listComments,
  listDateAnswers,
  listOpenPolls,
  listOptions,
  type OptionRow,
} from './pollRepository.ts'
import {
  countAhead,
  listDatesAhead,
  listGameAnswers,
  listHosts,
  turnAfter,
} from './sessionRepository.ts'

/** Dates that a group's card shows. */
const DATES_SHOWN_MAX = 10

/** Cancelled dates of series that a group's card shows. */
const SKIPPED_SHOWN_MAX = 10

export async function readPlan(w: Read & InGroup): Promise<Plan> {
  const { id, group, me } = w
  const rows = await listDatesAhead(w, id, DATES_SHOWN_MAX)
  const answers = Map.groupBy(
    await listGameAnswers(
      w,
      rows.map((row) => row.id),
    ),
    ({ date_id }) => date_id,
  )
  const sessions = rows.map(({ session_id }) => session_id)
  const hosts = Map.groupBy(await listHosts(w, sessions), ({ session_id }) => session_id)
  const { dates } = await countAhead(w, id)
  return {
    planners: group.planners,
    may_plan: mayPlan(group, me),
    may_choose: group.ownerId === me,
    polls: await readPolls(w, id, me),
    dates: rows.map((row) => ({
      ...presentDate(row, answers.get(row.id) ?? [], me),
      next_host: turnAfter(hosts.get(row.session_id) ?? [], row.host_id),
    })),
    later: dates - rows.length,
    skipped: (await listSkipped(w, id, SKIPPED_SHOWN_MAX)).map((row) => ({
      ...row,
      starts_at: iso(row.starts_at),
      ends_at: iso(row.ends_at),
    })),
    rhythms: true,
    series: true,
    zones: await listZonesOfOthers(w, id, me),
    past: { total: await countPast(w, id) },
  }
}

async function readPolls(w: Read, group: GroupId, caller: MemberId): Promise<DatePoll[]> {
  const polls = await listOpenPolls(w, group)
  const ids = idsOf(polls)
  const options = await listOptions(w, ids)
  const comments = Map.groupBy(await listComments(w, ids), ({ poll_id }) => poll_id)
  const answers = Map.groupBy(
    await listDateAnswers(w, idsOf(options)),
    ({ option_id }) => option_id,
  )
  return polls.map(({ id, title, notes, maker, sequence, ...poll }) => {
    const own = options
      .filter(({ poll_id }) => poll_id === id)
      .map((option) => ({ ...option, answers: answers.get(option.id) ?? [] }))
    const is_over = isOver(w, own)
    const best = is_over ? [] : bestOptions(own.filter(({ starts_at }) => starts_at > w.now))
    return {
      id,
      title,
      notes,
      made_by: maker,
      options: own.map((option) => presentOption(option, best, caller)),
      closes_at: iso(poll.closes_at),
      is_closed: is_over || isClosed(w, poll),
      is_over,
      sequence,
      comments: (comments.get(id) ?? []).map(({ user_id, name, text }) => ({
        member_id: user_id,
        name,
        text,
      })),
    }
  })
}

type Answered = Awaited<ReturnType<typeof listDateAnswers>>

const presentOption = (
  { id, starts_at, ends_at, answers }: OptionRow & { readonly answers: Answered },
  best: readonly DateOptionId[],
  caller: MemberId,
): DateOption => ({
  id,
  starts_at: iso(starts_at),
  ends_at: iso(ends_at),
  answers: answers.map(({ user_id, name, answer }) => ({ member_id: user_id, name, answer })),
  mine: answers.find(({ user_id }) => user_id === caller)?.answer ?? null,
  is_best: id === best[0],
  is_tied: best.length > 1 && best.includes(id),
})

/** The time of day of the series, where the clocks skip it and the date is later. */
function skippedTime({ planned_at, starts_at, first_at, time_zone }: AheadRow) {
  if (planned_at !== starts_at || first_at === null) return {}
  const clock = zoneClock(time_zone, first_at, planned_at)
  const skipped = clock.skippedBefore(planned_at, first_at)
  return skipped > 0 && { skipped_time: clock.at(planned_at, skipped).toString().slice(11, 16) }
}

const presentDate = (
  { rule, host_id, host, planned_at, first_at, ...row }: AheadRow,
  answers: Awaited<ReturnType<typeof listGameAnswers>>,
  caller: MemberId,
): GameDate => ({
  ...row,
  ...skippedTime({ ...row, rule, host_id, host, planned_at, first_at }),
  starts_at: iso(row.starts_at),
  ends_at: iso(row.ends_at),
  repeats: rule !== null,
  rhythm: rule === null ? null : rhythmOf(rule),
  host: host_id === null || host === null ? null : { member_id: host_id, name: host },
  answers: answers.map(({ user_id, name, answer }) => ({ member_id: user_id, name, answer })),
  mine: answers.find(({ user_id }) => user_id === caller)?.answer ?? null,
})

export const presentSummary = (group: GroupRow, caller: MemberId): PlanSummary => ({
  next_session: group.next_title === null ? null : presentNext(group, group.next_title),
  open_polls: group.open_polls,
  may_plan: mayPlan(
    {
      ownerId: group.owner_id,
      coOwners: group.role === 'co_owner' ? [caller] : [],
      planners: group.planners,
    },
    caller,
  ),
})

const presentNext = ({ next_starts_at, next_ends_at }: GroupRow, title: string) => ({
  title,
  starts_at: iso(next_starts_at ?? 0),
  ends_at: iso(next_ends_at ?? 0),
})

type Option = {
  readonly id: DateOptionId
  readonly starts_at: number
  readonly answers: ReadonlyArray<{ readonly user_id: MemberId; readonly answer: DateAnswer }>
}

/**
 * The best option, with most yes, then fewest no, then the earliest, and those that only begin later.
 * @returns none until two members have answered: a poll begins with the answers of its maker
 */
function bestOptions(options: readonly Option[]): DateOptionId[] {
  const count = ({ answers }: Option, wanted: DateAnswer) =>
    answers.filter(({ answer }) => answer === wanted).length
  const members = new Set(options.flatMap(({ answers }) => answers.map(({ user_id }) => user_id)))
  if (members.size < 2) return []
  const byQuality = options
    .filter((option) => count(option, 'yes') + count(option, 'maybe') > 0)
    .toSorted(
      (a, b) =>
        count(b, 'yes') - count(a, 'yes') ||
        count(a, 'no') - count(b, 'no') ||
        a.starts_at - b.starts_at,
    )
  const [best] = byQuality
  if (best === undefined) return []
  const isAsGood = (one: Option) =>
    count(one, 'yes') === count(best, 'yes') && count(one, 'no') === count(best, 'no')
  return byQuality.filter(isAsGood).map(({ id }) => id)
}

/** Limit of calls that send mails to a whole group. */
export const MAILING = limited(30, 60)

export type PlanRoute = ReturnType<typeof routesOn<typeof planningCalls, Deps>>
export type Sent<Name extends keyof typeof planningCalls> = Call<(typeof planningCalls)[Name]>

type Find<Id> = (w: HasDb, id: Id) => Promise<GroupId | undefined>
type ById<Id> = { readonly memberId: MemberId; readonly params: { readonly id: Id } }

/**
 * Changes the plan of a group, and publishes that to its members.
 * @param by who may make the change; planners: the members who may plan
 * @param find the group of the row that `params.id` names
 * @returns the plan after the change
 */
export const ofPlan = <Id, Call extends ById<Id>>(
  by: 'member' | 'planner' | 'owner',
  find: Find<Id>,
  change: (w: GroupWork, call: Call) => Promise<void>,
) =>
  ofGroupOf<Call, Plan>(
    {
      role: by === 'owner' ? 'owner' : 'member',
      find: (w, { params }) => find(w, params.id),
    },
    async (w, call) => {
      if (by === 'planner') assertPlanner(w)
      await change(w, call)
      w.publishGroup()
      return readPlan(w)
    },
  )

/** Finds the group of calls whose id is the id of the group itself. */
export const itself = async (_: HasDb, id: GroupId): Promise<GroupId> => id

export function assertPlanner({ group, me }: Pick<InGroup, 'group' | 'me'>): void {
  if (!mayPlan(group, me)) throw refusal(403, 'may_not_plan')
}

type Texts = { readonly title: string; readonly notes: string }
type Where = Texts & { readonly place: string; readonly link: string }

export const cleaned = (text: string): string => printable(text).trim()

export const whereOf = (sent: Where): Where => ({
  ...textsOf(sent),
  place: cleaned(sent.place),
  link: sent.link && webAddress('link', sent.link),
})

type Period = { readonly starts_at: number; readonly ends_at: number }

/** NaN for a day such as 31 February, which policies refuse. */
export const periodOf = (sent: Readonly<Record<keyof Period, string>>): Period => ({
  starts_at: Date.parse(sent.starts_at),
  ends_at: Date.parse(sent.ends_at),
})

type AheadRow = Awaited<ReturnType<typeof listDatesAhead>>[number]

export const textsOf = ({ title, notes }: Texts): Texts => ({
  title: cleaned(title),
  notes: cleaned(notes),
})
