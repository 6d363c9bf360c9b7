import type { ContentId } from '#contract/ids.ts'
import { registrationRoutes as routes } from '#contract/registration.ts'
import {
  type Registration,
  type SignUp,
  registrationSchemas as schemas,
} from '#contract/schemas/registration.ts'
import { baseApi } from '../http/baseApi.ts'
import { request } from '../http/request.ts'
import { responseOf } from '../http/schema.ts'

/** A failed change refetches the registration too: somebody else may have been quicker. */
export const registrationApi = baseApi
  .injectEndpoints({
    endpoints: (build) => ({
      getRegistration: build.query<Registration, ContentId>({
        query: (id) => request(routes.getRegistration, { params: { id } }),
        responseSchema: responseOf(schemas.getRegistration),
        providesTags: (_result, _error, id) => [{ type: 'Registration', id }],
      }),
    }),
  })
  .injectEndpoints({
    endpoints: (build) => ({
      signUp: build.mutation<Registration, SignUp & { id: ContentId }>({
        query: ({ id, ...body }) => request(routes.signUp, { params: { id }, body }),
        responseSchema: responseOf(schemas.signUp),
        invalidatesTags: (_result, _error, { id }) => [{ type: 'Registration', id }],
      }),
      confirmSeat: build.mutation<Registration, ContentId>({
        query: (id) => request(routes.confirmSeat, { params: { id } }),
        responseSchema: responseOf(schemas.confirmSeat),
        invalidatesTags: (_result, _error, id) => [{ type: 'Registration', id }],
      }),
      cancelRegistration: build.mutation<Registration, ContentId>({
        query: (id) => request(routes.cancelRegistration, { params: { id } }),
        responseSchema: responseOf(schemas.cancelRegistration),
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
