import type { PollAnswers } from '#contract/datePolls.ts'
import type { GroupId, MemberId } from '#contract/ids.ts'
import { type DateAnswered, type Plan, planningCalls } from '#contract/planning.ts'
import { selectProfile } from '../../account/selectors.ts'
import type { ApiState } from '../../http/baseApi.ts'
import { endpointsOf } from '../../http/endpoints.ts'
import { raiseToasts } from '../../http/outcomeToasts.ts'
import { groupsApi } from '../api.ts'
import { sizeOf } from './seriesDays.ts'

/** The list of what is next has sessions and polls of the group. */
const ofPlan = { puts: 'getPlan', ends: ['Upcoming'] } as const
const ofPlanAndGroups = { puts: 'getPlan', ends: ['Group', 'Upcoming'] } as const

/** A date of a series, or all of its dates up to a time, are cancelled by the call for the only date of a session. */
const calls = { ...planningCalls, skipDate: planningCalls.cancelDate }

export const planningApi = endpointsOf(calls, {
  beside: 'group_id',
  queries: {
    getPlan: { tags: (id) => [['GroupPlan', id]] },
    suggestDates: { keeps: 0 },
  },
  changes: {
    choosePlanners: ofPlan,
    makePoll: ofPlanAndGroups,
    // An answer is in the plan at once, so that nothing moves when the response comes.
    answerPoll: {
      ...ofPlan,
      expects: (plan: Plan, { group_id, id, answers }, state) =>
        voteInPoll(plan, { id, answers }, readerIn(group_id, state)),
    },
    changeOptions: ofPlan,
    cancelPoll: ofPlanAndGroups,
    fixPoll: ofPlanAndGroups,
    planSession: ofPlanAndGroups,
    changeDate: ofPlanAndGroups,
    cancelDate: ofPlanAndGroups,
    skipDate: ofPlanAndGroups,
    restoreDate: ofPlanAndGroups,
    hostDate: ofPlan,
    cancelSession: ofPlanAndGroups,
    answerDate: {
      ...ofPlan,
      expects: (plan: Plan, { group_id, id, answer }, state) =>
        voteOnDate(plan, { id, answer }, readerIn(group_id, state)),
    },
    answerSession: {
      ...ofPlan,
      expects: (plan: Plan, { group_id, dates, answer }, state) => {
        for (const { id } of dates) voteOnDate(plan, { id, answer }, readerIn(group_id, state))
      },
    },
  },
})

raiseToasts<typeof planningApi>({
  planSession: {
    done: {
      key: 'toast.series_planned',
      values: (_, { repeats, starts_at, time_zone }) =>
        (repeats && sizeOf(repeats, starts_at, time_zone)) ?? { count: 1 },
    },
  },
  changeDate: { done: 'toast.session_changed' },
  cancelDate: { done: 'toast.session_cancelled' },
  skipDate: { done: 'toast.date_skipped' },
  restoreDate: { done: 'toast.date_restored' },
  hostDate: { done: 'toast.host_saved' },
  cancelSession: { done: 'toast.series_cancelled' },
  makePoll: { done: 'toast.poll_made' },
  fixPoll: { done: 'toast.session_planned' },
  changeOptions: { done: 'toast.poll_changed' },
  cancelPoll: { done: 'toast.poll_cancelled' },
})

export type Voter = { readonly member_id: MemberId; readonly name: string }

/** The reader as a member of the group; null until profile and groups are there. */
function readerIn(group_id: GroupId, state: { readonly api: ApiState }): Voter | null {
  const profile = selectProfile(state)
  const { data: groups = [] } = groupsApi.endpoints.listGroups.select()(state)
  const members = groups.find(({ id }) => id === group_id)?.members ?? []
  const own = members.find(({ name }) => name === profile?.username)
  return own ? { member_id: own.id, name: own.name } : null
}

type Given<Answer> = { member_id: MemberId; name: string; answer: Answer }
type Answered<Answer> = { mine: Answer | null; answers: Given<Answer>[] }

function put<Answer>(row: Answered<Answer>, answer: Answer, voter: Voter | null): void {
  row.mine = answer
  if (voter === null) return
  const own = row.answers.find(({ member_id }) => member_id === voter.member_id)
  if (own) own.answer = answer
  else row.answers.push({ ...voter, answer })
}

type Cast<Body, Key extends keyof Body> = Pick<Body, Key> & { readonly id: number }

/** Puts an answer to a date into the plan before the response has it. */
function voteOnDate(
  plan: Plan,
  { id, answer }: Cast<DateAnswered, 'answer'>,
  voter: Voter | null,
): void {
  for (const date of plan.dates) if (date.id === id) put(date, answer, voter)
}

/** Puts answers to options of a poll into the plan. */
function voteInPoll(
  plan: Plan,
  { id, answers }: Cast<PollAnswers, 'answers'>,
  voter: Voter | null,
): void {
  const options = plan.polls.find((poll) => poll.id === id)?.options ?? []
  for (const { option_id, answer } of answers)
    for (const option of options) if (option.id === option_id) put(option, answer, voter)
}
