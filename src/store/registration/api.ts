import type { ContentId } from '#contract/ids.ts'
import {
  registrationCalls as calls,
  type Registration,
  type SignUp,
} from '#contract/registration.ts'
import { baseApi } from '../http/baseApi.ts'
import { putting } from '../http/putting.ts'
import { request } from '../http/request.ts'
import { responseOf } from '../http/schema.ts'

const withRegistration = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getRegistration: build.query<Registration, ContentId>({
      query: (id) => request(calls.getRegistration, { params: { id } }),
      responseSchema: responseOf(calls.getRegistration),
      providesTags: (_result, _error, id) => [{ type: 'Registration', id }],
    }),
  }),
})

type Of<Body = object> = Body & { id: ContentId }
const change = {
  onQueryStarted: putting({
    query: 'getRegistration',
    patch: ({ id }: Of, registration: Registration) =>
      withRegistration.util.updateQueryData('getRegistration', id, () => registration),
    refetch: ({ id }) => withRegistration.util.invalidateTags([{ type: 'Registration', id }]),
  }),
}

export const registrationApi = withRegistration.injectEndpoints({
  endpoints: (build) => ({
    signUp: build.mutation<Registration, Of<SignUp>>({
      query: ({ id, ...body }) => request(calls.signUp, { params: { id }, body }),
      responseSchema: responseOf(calls.signUp),
      ...change,
    }),
    confirmSeat: build.mutation<Registration, Of>({
      query: (params) => request(calls.confirmSeat, { params }),
      responseSchema: responseOf(calls.confirmSeat),
      ...change,
    }),
    cancelRegistration: build.mutation<Registration, Of>({
      query: (params) => request(calls.cancelRegistration, { params }),
      responseSchema: responseOf(calls.cancelRegistration),
      ...change,
    }),
  }),
})

export const {
  useGetRegistrationQuery,
  useSignUpMutation,
  useConfirmSeatMutation,
  useCancelRegistrationMutation,
} = registrationApi
