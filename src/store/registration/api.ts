import type { ContentId } from '#contract/ids.ts'
import { registrationRoutes as routes } from '#contract/registration.ts'
import {
  type Registration,
  type SignUp,
  registrationSchemas as schemas,
} from '#contract/schemas/registration.ts'
import { baseApi } from '../http/baseApi.ts'
import { putting } from '../http/putting.ts'
import { request } from '../http/request.ts'
import { responseOf } from '../http/schema.ts'

const withRegistration = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getRegistration: build.query<Registration, ContentId>({
      query: (id) => request(routes.getRegistration, { params: { id } }),
      responseSchema: responseOf(schemas.getRegistration),
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
      query: ({ id, ...body }) => request(routes.signUp, { params: { id }, body }),
      responseSchema: responseOf(schemas.signUp),
      ...change,
    }),
    confirmSeat: build.mutation<Registration, Of>({
      query: (params) => request(routes.confirmSeat, { params }),
      responseSchema: responseOf(schemas.confirmSeat),
      ...change,
    }),
    cancelRegistration: build.mutation<Registration, Of>({
      query: (params) => request(routes.cancelRegistration, { params }),
      responseSchema: responseOf(schemas.cancelRegistration),
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
