import {
  type ChangePasswordBody,
  securityCalls as calls,
  type EmailChange,
} from '#contract/security.ts'
import { baseApi } from '../../http/baseApi.ts'
import { raiseToasts } from '../../http/outcomeToasts.ts'
import { putting } from '../../http/putting.ts'
import { request } from '../../http/request.ts'
import { responseOf } from '../../http/schema.ts'
import { changes } from '../securityChanges.ts'

const api = baseApi.enhanceEndpoints({ addTagTypes: ['EmailChange'] })

const withEmail = api.injectEndpoints({
  endpoints: (build) => ({
    changePassword: build.mutation<unknown, ChangePasswordBody>({
      query: (body) => request(calls.changePassword, { body }),
      // The profile counts the calendar links, which may have ended.
      invalidatesTags: (done, error, { someone_knew }) =>
        changes('Session', ...(someone_knew ? (['Profile'] as const) : []))(done, error),
    }),
    getEmailChange: build.query<EmailChange, void>({
      query: () => request(calls.getEmailChange),
      responseSchema: responseOf(calls.getEmailChange),
      providesTags: ['EmailChange'],
    }),
  }),
})

const change = {
  onQueryStarted: putting({
    query: 'getEmailChange',
    patch: (_: unknown, pending: EmailChange) =>
      withEmail.util.updateQueryData('getEmailChange', undefined, () => pending),
    refetch: () => withEmail.util.invalidateTags(['EmailChange']),
  }),
  invalidatesTags: changes<never>(),
}

export const credentialsApi = withEmail.injectEndpoints({
  endpoints: (build) => ({
    changeEmail: build.mutation<EmailChange, { new_email: string }>({
      query: (body) => request(calls.changeEmail, { body }),
      responseSchema: responseOf(calls.changeEmail),
      ...change,
    }),
    cancelEmailChange: build.mutation<EmailChange, void>({
      query: () => request(calls.cancelEmailChange),
      responseSchema: responseOf(calls.cancelEmailChange),
      ...change,
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
