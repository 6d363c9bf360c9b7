import { securityCalls as calls, type Session } from '#contract/security.ts'
import { baseApi } from '../../http/baseApi.ts'
import { raiseToasts } from '../../http/outcomeToasts.ts'
import { request } from '../../http/request.ts'
import { responseOf } from '../../http/schema.ts'
import { changes } from '../securityChanges.ts'

export const sessionsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    listSessions: build.query<Session[], void>({
      query: () => request(calls.listSessions),
      responseSchema: responseOf(calls.listSessions),
      providesTags: ['Session'],
    }),
    endSession: build.mutation<unknown, string>({
      query: (id) => request(calls.endSession, { params: { id } }),
      // Invalidates after a refusal too: the session may have ended by itself.
      invalidatesTags: ['Session', 'SecurityEvent'],
    }),
    endOtherSessions: build.mutation<unknown, void>({
      query: () => request(calls.endOtherSessions),
      invalidatesTags: changes('Session'),
    }),
  }),
})

raiseToasts<typeof sessionsApi>({
  endSession: { done: 'toast.session_ended', failed: 'toast.session_end_failed' },
  endOtherSessions: { done: 'toast.sessions_ended', failed: 'toast.sessions_end_failed' },
})

export const { useListSessionsQuery, useEndSessionMutation, useEndOtherSessionsMutation } =
  sessionsApi
