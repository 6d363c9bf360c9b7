import type {
  ChangedOptions,
  FixedDate,
  NewPoll,
  PollAnswers,
  Suggestions,
} from '#contract/datePolls.ts'
import type { DatePollId, GameDateId, GameSessionId, GroupId, MemberId } from '#contract/ids.ts'
import {
  type ChangedDate,
  planningCalls as calls,
  type DateAnswered,
  type NewSession,
  type Plan,
} from '#contract/planning.ts'
import type { Planners } from '#contract/sets.ts'
import { baseApi } from '../../http/baseApi.ts'
import { raiseToasts } from '../../http/outcomeToasts.ts'
import { putting } from '../../http/putting.ts'
import { request } from '../../http/request.ts'
import { responseOf } from '../../http/schema.ts'
import type { Tag } from '../../http/tags.ts'
import { type Voter, voteInPoll, voteOnDate } from './vote.ts'

type Started = Parameters<ReturnType<typeof putting<Of<object>, Plan>>>[1]
type Voting = Omit<Started, 'dispatch'> & {
  readonly dispatch: (patch: ReturnType<typeof planApi.util.updateQueryData>) => { undo(): void }
}

/** Every change names the group, whose plan is the response. */
type Of<Body> = Body & { group: GroupId }
type ByReader<Body> = Of<Body> & { reader?: Voter | null }

const planApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getPlan: build.query<Plan, GroupId>({
      query: (id) => request(calls.getPlan, { params: { id } }),
      responseSchema: responseOf(calls.getPlan),
      providesTags: (_result, _error, id) => [{ type: 'GroupPlan', id }],
    }),
  }),
})

const putPlan = putting({
  query: 'getPlan',
  patch: ({ group }: Of<object>, plan: Plan) =>
    planApi.util.updateQueryData('getPlan', group, () => plan),
  refetch: ({ group }) => planApi.util.invalidateTags([{ type: 'GroupPlan', id: group }]),
})

/** The list of what is next has sessions and polls of the group. */
const change = (...tags: Tag[]) => ({
  onQueryStarted: putPlan,
  invalidatesTags: [...tags, 'Upcoming' as const],
})
const ofPlan = change()
/** An answer is in the plan at once, so that nothing moves when the response comes; a failure takes it back. */
const vote = <Cast>(put: (plan: Plan, cast: Cast) => void) => ({
  ...ofPlan,
  onQueryStarted: async (cast: Of<Cast>, started: Voting) => {
    const { undo } = started.dispatch(
      planApi.util.updateQueryData('getPlan', cast.group, (plan) => put(plan, cast)),
    )
    started.queryFulfilled.then(undefined, undo)
    await putPlan(cast, started)
  },
})
const ofPlanAndGroups = change('Group')

export const planningApi = planApi
  .injectEndpoints({
    endpoints: (build) => ({
      choosePlanners: build.mutation<Plan, Of<{ planners: Planners }>>({
        query: ({ group: id, ...body }) => request(calls.choosePlanners, { params: { id }, body }),
        responseSchema: responseOf(calls.choosePlanners),
        ...ofPlan,
      }),
      makePoll: build.mutation<Plan, Of<NewPoll>>({
        query: ({ group: id, ...body }) => request(calls.makePoll, { params: { id }, body }),
        responseSchema: responseOf(calls.makePoll),
        ...ofPlanAndGroups,
      }),
      answerPoll: build.mutation<Plan, ByReader<PollAnswers & { id: DatePollId }>>({
        query: ({ group: _group, reader: _reader, id, ...body }) =>
          request(calls.answerPoll, { params: { id }, body }),
        responseSchema: responseOf(calls.answerPoll),
        ...vote(voteInPoll),
      }),
      changeOptions: build.mutation<Plan, Of<ChangedOptions & { id: DatePollId }>>({
        query: ({ group: _group, id, ...body }) =>
          request(calls.changeOptions, { params: { id }, body }),
        responseSchema: responseOf(calls.changeOptions),
        ...ofPlan,
      }),
      suggestDates: build.query<Suggestions, { group: GroupId; time_zone: string; hours: number }>({
        query: ({ group: id, ...query }) => request(calls.suggestDates, { params: { id }, query }),
        responseSchema: responseOf(calls.suggestDates),
        keepUnusedDataFor: 0,
      }),
      cancelPoll: build.mutation<Plan, Of<{ id: DatePollId }>>({
        query: ({ id }) => request(calls.cancelPoll, { params: { id } }),
        responseSchema: responseOf(calls.cancelPoll),
        ...ofPlanAndGroups,
      }),
      fixPoll: build.mutation<Plan, Of<FixedDate & { id: DatePollId }>>({
        query: ({ group: _group, id, ...body }) => request(calls.fixPoll, { params: { id }, body }),
        responseSchema: responseOf(calls.fixPoll),
        ...ofPlanAndGroups,
      }),
    }),
  })
  .injectEndpoints({
    endpoints: (build) => ({
      planSession: build.mutation<Plan, Of<NewSession>>({
        query: ({ group: id, ...body }) => request(calls.planSession, { params: { id }, body }),
        responseSchema: responseOf(calls.planSession),
        ...ofPlanAndGroups,
      }),
      changeDate: build.mutation<Plan, Of<ChangedDate & { id: GameDateId }>>({
        query: ({ group: _group, id, ...body }) =>
          request(calls.changeDate, { params: { id }, body }),
        responseSchema: responseOf(calls.changeDate),
        ...ofPlanAndGroups,
      }),
      /** The only date of a session. */
      cancelDate: build.mutation<Plan, Of<{ id: GameDateId }>>({
        query: ({ id }) => request(calls.cancelDate, { params: { id } }),
        responseSchema: responseOf(calls.cancelDate),
        ...ofPlanAndGroups,
      }),
      /** A date of a series, or all of its dates up to a time. */
      skipDate: build.mutation<Plan, Of<{ id: GameDateId; until?: string }>>({
        query: ({ id, until }) => request(calls.cancelDate, { params: { id }, query: { until } }),
        responseSchema: responseOf(calls.cancelDate),
        ...ofPlanAndGroups,
      }),
      restoreDate: build.mutation<Plan, Of<{ id: GameDateId }>>({
        query: ({ id }) => request(calls.restoreDate, { params: { id } }),
        responseSchema: responseOf(calls.restoreDate),
        ...ofPlanAndGroups,
      }),
      hostDate: build.mutation<Plan, Of<{ id: GameDateId; member_id: MemberId | null }>>({
        query: ({ group: _group, id, ...body }) =>
          request(calls.hostDate, { params: { id }, body }),
        responseSchema: responseOf(calls.hostDate),
        ...ofPlan,
      }),
      cancelSession: build.mutation<Plan, Of<{ id: GameSessionId }>>({
        query: ({ id }) => request(calls.cancelSession, { params: { id } }),
        responseSchema: responseOf(calls.cancelSession),
        ...ofPlanAndGroups,
      }),
      answerDate: build.mutation<Plan, ByReader<DateAnswered & { id: GameDateId }>>({
        query: ({ group: _group, reader: _reader, id, ...body }) =>
          request(calls.answerDate, { params: { id }, body }),
        responseSchema: responseOf(calls.answerDate),
        ...vote(voteOnDate),
      }),
    }),
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
