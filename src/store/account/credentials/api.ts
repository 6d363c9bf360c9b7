import type { EmailChange } from '#contract/schemas/security.ts'
import { securityRoutes as routes } from '#contract/security.ts'
import { baseApi } from '../../http/baseApi.ts'
import { raiseToasts } from '../../http/outcomeToasts.ts'
import { request } from '../../http/request.ts'
import { object, textOrNull } from '../../http/schema.ts'
import { changes } from '../securityChanges.ts'

const emailChange = object<EmailChange>({ new_email: textOrNull, expires_at: textOrNull })

const api = baseApi.enhanceEndpoints({ addTagTypes: ['EmailChange'] })

export const credentialsApi = api.injectEndpoints({
  endpoints: (build) => ({
    changePassword: build.mutation<unknown, { new_password: string }>({
      query: (body) => request(routes.changePassword, { body }),
      invalidatesTags: changes('Session'),
    }),
    getEmailChange: build.query<EmailChange, void>({
      query: () => request(routes.getEmailChange),
      responseSchema: emailChange,
      providesTags: ['EmailChange'],
    }),
    changeEmail: build.mutation<EmailChange, { new_email: string }>({
      query: (body) => request(routes.changeEmail, { body }),
      responseSchema: emailChange,
      invalidatesTags: changes('EmailChange'),
    }),
    cancelEmailChange: build.mutation<EmailChange, void>({
      query: () => request(routes.cancelEmailChange),
      responseSchema: emailChange,
      invalidatesTags: changes('EmailChange'),
    }),
  }),
})

raiseToasts<typeof credentialsApi>({
  changePassword: { done: 'toast.password_changed', failed: 'toast.password_change_failed' },
  changeEmail: { done: 'toast.email_change_sent', failed: 'toast.email_change_failed' },
  cancelEmailChange: {
    done: 'toast.email_change_cancelled',
    failed: 'toast.email_cancel_failed',
  },
})

export const {
  useChangePasswordMutation,
  useGetEmailChangeQuery,
  useChangeEmailMutation,
  useCancelEmailChangeMutation,
} = credentialsApi
