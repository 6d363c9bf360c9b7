import { boolean, fallback, nullable, number, string } from 'valibot'
import type { ContentId } from '#contract/ids.ts'
import { registrationRoutes as routes } from '#contract/registration.ts'
import type {
  Answer,
  OwnRegistration,
  Question,
  Registration,
  SignUp,
} from '#contract/schemas/registration.ts'
import { baseApi } from '../http/baseApi.ts'
import { request } from '../http/request.ts'
import { idOrNull, list, object, textOrEmpty, textOrNull } from '../http/schema.ts'

const registration = object<Registration>({
  seats: number(),
  left: number(),
  waiting: fallback(number(), 0),
  waiting_max: fallback(number(), 0),
  closes_at: textOrEmpty,
  is_open: boolean(),
  questions: fallback(list(object<Question>({ text: string(), is_required: boolean() })), []),
  mine: nullable(
    object<OwnRegistration>({
      state: string(),
      place: idOrNull,
      offered_until: textOrNull,
      answers: fallback(list(object<Answer>({ question: string(), answer: string() })), []),
    }),
  ),
})

/** A failed change refetches the registration too: somebody else may have been quicker. */
export const registrationApi = baseApi
  .injectEndpoints({
    endpoints: (build) => ({
      getRegistration: build.query<Registration, ContentId>({
        query: (id) => request(routes.getRegistration, { params: { id } }),
        responseSchema: registration,
        providesTags: (_result, _error, id) => [{ type: 'Registration', id }],
      }),
    }),
  })
  .injectEndpoints({
    endpoints: (build) => ({
      signUp: build.mutation<Registration, SignUp & { id: ContentId }>({
        query: ({ id, ...body }) => request(routes.signUp, { params: { id }, body }),
        responseSchema: registration,
        invalidatesTags: (_result, _error, { id }) => [{ type: 'Registration', id }],
      }),
      confirmSeat: build.mutation<Registration, ContentId>({
        query: (id) => request(routes.confirmSeat, { params: { id } }),
        responseSchema: registration,
        invalidatesTags: (_result, _error, id) => [{ type: 'Registration', id }],
      }),
      cancelRegistration: build.mutation<Registration, ContentId>({
        query: (id) => request(routes.cancelRegistration, { params: { id } }),
        responseSchema: registration,
        invalidatesTags: (_result, _error, id) => [{ type: 'Registration', id }],
      }),
    }),
  })

export const {
  useGetRegistrationQuery,
  useSignUpMutation,
  useConfirmSeatMutation,
  useCancelRegistrationMutation,
} = registrationApi
