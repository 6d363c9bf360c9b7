import type { DateOption, DatePoll } from '#contract/datePolls.ts'
import type { DateOptionId, GroupId, MemberId } from '#contract/ids.ts'
import type { GameDate, Plan, PlanSummary } from '#contract/planning.ts'
import type { Read } from '../../../db/schema.ts'
import { iso } from '../../../text/time.ts'
import { zoneClock } from '../../../text/zoneClock.ts'
import { countPast } from '../past/pastRepository.ts'
import type { Membership } from '../policy.ts'
import type { GroupRow } from '../repository.ts'
import { bestOptions } from './bestOption.ts'
import { DATES_SHOWN_MAX, SKIPPED_SHOWN_MAX } from './limits.ts'
import { rhythmOf } from './occurrences.ts'
import { mayPlan } from './policy.ts'
import { isClosed, isOver } from './pollClosing.ts'
import {
  listComments,
  listDateAnswers,
  listOpenPolls,
  listOptions,
  type OptionRow,
} from './pollRepository.ts'
import { type AheadRow, countAhead, listDatesAhead, listGameAnswers } from './sessionRepository.ts'
import { listZonesOfOthers, readPlanners } from './settingsRepository.ts'
import { listSkipped } from './skippedRepository.ts'

/** @param group of which the caller is a member */
export async function readPlan(
  w: Read,
  id: GroupId,
  group: Pick<Membership, 'ownerId' | 'coOwners'>,
  caller: MemberId,
): Promise<Plan> {
  const planners = await readPlanners(w, id)
  const rows = await listDatesAhead(w, id, DATES_SHOWN_MAX)
  const answers = Map.groupBy(
    await listGameAnswers(
      w,
      rows.map((row) => row.id),
    ),
    ({ date_id }) => date_id,
  )
  const { dates } = await countAhead(w, id)
  return {
    planners,
    may_plan: mayPlan({ ...group, planners }, caller),
    may_choose: group.ownerId === caller,
    polls: await readPolls(w, id, caller),
    dates: rows.map((row) => presentDate(row, answers.get(row.id) ?? [], caller)),
    later: dates - rows.length,
    skipped: (await listSkipped(w, id, SKIPPED_SHOWN_MAX)).map((row) => ({
      ...row,
      starts_at: iso(row.starts_at),
      ends_at: iso(row.ends_at),
    })),
    rhythms: true,
    zones: await listZonesOfOthers(w, id, caller),
    past: { total: await countPast(w, id) },
  }
}

async function readPolls(w: Read, group: GroupId, caller: MemberId): Promise<DatePoll[]> {
  const polls = await listOpenPolls(w, group)
  const ids = polls.map(({ id }) => id)
  const options = await listOptions(w, ids)
  const comments = Map.groupBy(await listComments(w, ids), ({ poll_id }) => poll_id)
  const answers = Map.groupBy(
    await listDateAnswers(
      w,
      options.map(({ id }) => id),
    ),
    ({ option_id }) => option_id,
  )
  return polls.map(({ id, title, notes, maker, sequence, ...poll }) => {
    const own = options
      .filter(({ poll_id }) => poll_id === id)
      .map((option) => ({ ...option, answers: answers.get(option.id) ?? [] }))
    const is_over = isOver(own, w.now)
    const best = is_over ? [] : bestOptions(own.filter(({ starts_at }) => starts_at > w.now))
    return {
      id,
      title,
      notes,
      made_by: maker,
      options: own.map((option) => presentOption(option, best, caller)),
      closes_at: iso(poll.closes_at),
      is_closed: is_over || isClosed(poll, w.now),
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

/** Summary of a group's plan for the list of groups. */
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
