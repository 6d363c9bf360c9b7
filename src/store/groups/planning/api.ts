import type { DatePollId, GameDateId, GameSessionId, GroupId } from '#contract/ids.ts'
import { planningRoutes as routes } from '#contract/planning.ts'
import {
  type ChangedDate,
  type DateAnswered,
  type FixedDate,
  type NewPoll,
  type NewSession,
  type Plan,
  type PollAnswers,
  planningSchemas as schemas,
} from '#contract/schemas/planning.ts'
import type { Planners } from '#contract/sets.ts'
import { baseApi } from '../../http/baseApi.ts'
import { request } from '../../http/request.ts'
import { responseOf } from '../../http/schema.ts'

/** Every change names the group, whose plan is refetched; after a failure too, since others may have been quicker. */
type Of<Body> = Body & { group: GroupId }
const planOf = (_result: unknown, _error: unknown, { group }: { group: GroupId }) => [
  { type: 'GroupPlan', id: group } as const,
]
const planAndGroups = (...args: Parameters<typeof planOf>) => [...planOf(...args), 'Group' as const]

const planApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getPlan: build.query<Plan, GroupId>({
      query: (id) => request(routes.getPlan, { params: { id } }),
      responseSchema: responseOf(schemas.getPlan),
      providesTags: (_result, _error, id) => [{ type: 'GroupPlan', id }],
    }),
  }),
})

type Started = {
  dispatch: (patch: ReturnType<typeof planApi.util.updateQueryData>) => unknown
  queryFulfilled: Promise<{ data: Plan }>
}

/** Shows the plan of the response until the refetch is done, so that the chosen answer stays chosen. */
async function showPlan({ group }: { group: GroupId }, { dispatch, queryFulfilled }: Started) {
  // The calling component shows errors.
  const answered = await queryFulfilled.catch(() => null)
  if (answered) dispatch(planApi.util.updateQueryData('getPlan', group, () => answered.data))
}

export const planningApi = planApi
  .injectEndpoints({
    endpoints: (build) => ({
      choosePlanners: build.mutation<Plan, Of<{ planners: Planners }>>({
        query: ({ group: id, ...body }) => request(routes.choosePlanners, { params: { id }, body }),
        responseSchema: responseOf(schemas.choosePlanners),
        invalidatesTags: planOf,
      }),
      makePoll: build.mutation<Plan, Of<NewPoll>>({
        query: ({ group: id, ...body }) => request(routes.makePoll, { params: { id }, body }),
        responseSchema: responseOf(schemas.makePoll),
        invalidatesTags: planAndGroups,
      }),
      answerPoll: build.mutation<Plan, Of<PollAnswers & { id: DatePollId }>>({
        query: ({ group: _group, id, ...body }) =>
          request(routes.answerPoll, { params: { id }, body }),
        responseSchema: responseOf(schemas.answerPoll),
        onQueryStarted: showPlan,
        invalidatesTags: planOf,
      }),
      cancelPoll: build.mutation<Plan, Of<{ id: DatePollId }>>({
        query: ({ id }) => request(routes.cancelPoll, { params: { id } }),
        responseSchema: responseOf(schemas.cancelPoll),
        invalidatesTags: planAndGroups,
      }),
      fixPoll: build.mutation<Plan, Of<FixedDate & { id: DatePollId }>>({
        query: ({ group: _group, id, ...body }) =>
          request(routes.fixPoll, { params: { id }, body }),
        responseSchema: responseOf(schemas.fixPoll),
        invalidatesTags: planAndGroups,
      }),
    }),
  })
  .injectEndpoints({
    endpoints: (build) => ({
      planSession: build.mutation<Plan, Of<NewSession>>({
        query: ({ group: id, ...body }) => request(routes.planSession, { params: { id }, body }),
        responseSchema: responseOf(schemas.planSession),
        invalidatesTags: planAndGroups,
      }),
      changeDate: build.mutation<Plan, Of<ChangedDate & { id: GameDateId }>>({
        query: ({ group: _group, id, ...body }) =>
          request(routes.changeDate, { params: { id }, body }),
        responseSchema: responseOf(schemas.changeDate),
        invalidatesTags: planAndGroups,
      }),
      cancelDate: build.mutation<Plan, Of<{ id: GameDateId }>>({
        query: ({ id }) => request(routes.cancelDate, { params: { id } }),
        responseSchema: responseOf(schemas.cancelDate),
        invalidatesTags: planAndGroups,
      }),
      cancelSession: build.mutation<Plan, Of<{ id: GameSessionId }>>({
        query: ({ id }) => request(routes.cancelSession, { params: { id } }),
        responseSchema: responseOf(schemas.cancelSession),
        invalidatesTags: planAndGroups,
      }),
      answerDate: build.mutation<Plan, Of<DateAnswered & { id: GameDateId }>>({
        query: ({ group: _group, id, ...body }) =>
          request(routes.answerDate, { params: { id }, body }),
        responseSchema: responseOf(schemas.answerDate),
        onQueryStarted: showPlan,
        invalidatesTags: planOf,
      }),
    }),
  })

export const {
  useGetPlanQuery,
  useChoosePlannersMutation,
  useMakePollMutation,
  useAnswerPollMutation,
  useCancelPollMutation,
  useFixPollMutation,
  usePlanSessionMutation,
  useChangeDateMutation,
  useCancelDateMutation,
  useCancelSessionMutation,
  useAnswerDateMutation,
} = planningApi
