import { type Plan, planningCalls } from '#contract/planning.ts'
import { endpointsOf } from '../../http/endpoints.ts'
import { raiseToasts } from '../../http/outcomeToasts.ts'
import { readerIn, voteInPoll, voteOnDate } from './vote.ts'

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
  },
})

raiseToasts<typeof planningApi>({
  planSession: { done: 'toast.session_planned' },
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

export const {
  useGetPlanQuery,
  useChoosePlannersMutation,
  useMakePollMutation,
  useAnswerPollMutation,
  useChangeOptionsMutation,
  useLazySuggestDatesQuery,
  useCancelPollMutation,
  useFixPollMutation,
  usePlanSessionMutation,
  useChangeDateMutation,
  useCancelDateMutation,
  useSkipDateMutation,
  useRestoreDateMutation,
  useHostDateMutation,
  useCancelSessionMutation,
  useAnswerDateMutation,
} = planningApi
