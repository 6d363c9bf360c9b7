import { boolean, fallback, number, string } from 'valibot'
import type { DatePollId, GameDateId, GameSessionId, GroupId } from '#contract/ids.ts'
import { planningRoutes as routes } from '#contract/planning.ts'
import type {
  ChangedDate,
  DateAnswered,
  DateOption,
  DatePoll,
  FixedDate,
  GameAnswered,
  GameDate,
  NewPoll,
  NewSession,
  OptionAnswer,
  Plan,
  PollAnswers,
} from '#contract/schemas/planning.ts'
import type { Planners } from '#contract/sets.ts'
import { baseApi } from '../../http/baseApi.ts'
import { request } from '../../http/request.ts'
import { list, object, textOrEmpty, textOrNull } from '../../http/schema.ts'

const orFalse = fallback(boolean(), false)
const option = object<DateOption>({
  id: number(),
  starts_at: string(),
  ends_at: textOrEmpty,
  answers: fallback(
    list(object<OptionAnswer>({ member_id: number(), name: string(), answer: string() })),
    [],
  ),
  mine: textOrNull,
  is_best: orFalse,
})
const poll = object<DatePoll>({
  id: number(),
  title: textOrEmpty,
  notes: textOrEmpty,
  made_by: textOrNull,
  options: list(option),
})
const date = object<GameDate>({
  id: number(),
  session_id: number(),
  title: textOrEmpty,
  starts_at: string(),
  ends_at: textOrEmpty,
  time_zone: textOrEmpty,
  place: textOrEmpty,
  link: textOrEmpty,
  notes: textOrEmpty,
  sequence: number(),
  repeats: orFalse,
  answers: fallback(
    list(object<GameAnswered>({ member_id: number(), name: string(), answer: string() })),
    [],
  ),
  mine: textOrNull,
})
const plan = object<Plan>({
  planners: string(),
  may_plan: orFalse,
  may_choose: orFalse,
  polls: fallback(list(poll), []),
  dates: fallback(list(date), []),
  later: fallback(number(), 0),
})

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
      responseSchema: plan,
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
        responseSchema: plan,
        invalidatesTags: planOf,
      }),
      makePoll: build.mutation<Plan, Of<NewPoll>>({
        query: ({ group: id, ...body }) => request(routes.makePoll, { params: { id }, body }),
        responseSchema: plan,
        invalidatesTags: planAndGroups,
      }),
      answerPoll: build.mutation<Plan, Of<PollAnswers & { id: DatePollId }>>({
        query: ({ group: _group, id, ...body }) =>
          request(routes.answerPoll, { params: { id }, body }),
        responseSchema: plan,
        onQueryStarted: showPlan,
        invalidatesTags: planOf,
      }),
      cancelPoll: build.mutation<Plan, Of<{ id: DatePollId }>>({
        query: ({ id }) => request(routes.cancelPoll, { params: { id } }),
        responseSchema: plan,
        invalidatesTags: planAndGroups,
      }),
      fixPoll: build.mutation<Plan, Of<FixedDate & { id: DatePollId }>>({
        query: ({ group: _group, id, ...body }) =>
          request(routes.fixPoll, { params: { id }, body }),
        responseSchema: plan,
        invalidatesTags: planAndGroups,
      }),
    }),
  })
  .injectEndpoints({
    endpoints: (build) => ({
      planSession: build.mutation<Plan, Of<NewSession>>({
        query: ({ group: id, ...body }) => request(routes.planSession, { params: { id }, body }),
        responseSchema: plan,
        invalidatesTags: planAndGroups,
      }),
      changeDate: build.mutation<Plan, Of<ChangedDate & { id: GameDateId }>>({
        query: ({ group: _group, id, ...body }) =>
          request(routes.changeDate, { params: { id }, body }),
        responseSchema: plan,
        invalidatesTags: planAndGroups,
      }),
      cancelDate: build.mutation<Plan, Of<{ id: GameDateId }>>({
        query: ({ id }) => request(routes.cancelDate, { params: { id } }),
        responseSchema: plan,
        invalidatesTags: planAndGroups,
      }),
      cancelSession: build.mutation<Plan, Of<{ id: GameSessionId }>>({
        query: ({ id }) => request(routes.cancelSession, { params: { id } }),
        responseSchema: plan,
        invalidatesTags: planAndGroups,
      }),
      answerDate: build.mutation<Plan, Of<DateAnswered & { id: GameDateId }>>({
        query: ({ group: _group, id, ...body }) =>
          request(routes.answerDate, { params: { id }, body }),
        responseSchema: plan,
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
