import { accountCalls as calls, type LoginBody, type Profile } from '#contract/account.ts'
import { ACTIVATION_STATUS } from '#contract/errors.ts'
import { writeKey } from '#src/platform/storage.ts'
import { endpointsOf, handsOver, sends } from '../http/endpoints.ts'
import { raiseToasts } from '../http/outcomeToasts.ts'
import { request } from '../http/request.ts'
import { offers } from '../session/features.ts'
import { loggedIn } from '../session/slice.ts'

/** @param calendarLinks that the new password can end */
type ResetLink = { isValid: boolean; calendarLinks: number }

/** waits: the address is confirmed, and the team decides about the registration. */
type ActivationOutcome = keyof typeof ACTIVATION_STATUS | 'waits'
const ACTIVATION_STATUSES: readonly number[] = Object.values(ACTIVATION_STATUS)

const outcomeOf = (status: number | undefined, body: unknown): ActivationOutcome => {
  if (typeof body === 'string' && /"awaits_approval":\s*true/.test(body)) return 'waits'
  if (status === ACTIVATION_STATUS.activated) return 'activated'
  return status === ACTIVATION_STATUS.alreadyUsed ? 'alreadyUsed' : 'notFound'
}

export const accountApi = endpointsOf(calls, {
  queries: {
    // As specified: no screen calls it (ruling 83), hence no hook; the profile has the name, too.
    whoAmI: { tags: ['Profile'] },
  },
  changes: {
    register: {},
    // Mails the activation link again; only for servers that announce it in the head of the page.
    resendActivation: {},
    requestPasswordReset: {},
    applyPasswordReset: {},
  },
}).injectEndpoints({
  endpoints: (build) => ({
    login: build.mutation<null, LoginBody>(handsOver(calls.login, loggedIn)),
    /** Ends the session on the server too; only for servers that announce it by `features` of the profile. */
    logout: build.mutation<unknown, { refresh: string }>({
      // keepalive: the page may be left right after the click.
      query: (body) => ({ ...request(calls.logout, body), keepalive: true }),
    }),
    getProfile: build.query<Profile, void>({
      ...sends(calls.getProfile),
      providesTags: ['Profile'],
      // Stored for pages that load no profile (session/features.ts).
      onQueryStarted: async (_, { queryFulfilled }) => {
        const profile = await queryFulfilled.catch(() => null)
        if (!profile) return
        for (const feature of ['logout', 'passkeys', 'reports'] as const)
          writeKey(feature, offers(profile.data, feature) ? 'true' : null)
      },
    }),
    /** Changes nothing on the server; a query, so that a link is checked once however often its page renders. */
    verifyPasswordReset: build.query<ResetLink, { request_id: string }>({
      query: (body) => request(calls.verifyPasswordReset, body),
      // A boolean, bare or as `valid`; anything else is an invalid link (ruling 47).
      transformResponse: (response: unknown) => {
        const { valid, calendar_links } = (response ?? {}) as Record<string, unknown>
        return {
          isValid: response === true || valid === true,
          calendarLinks: typeof calendar_links === 'number' ? calendar_links : 0,
        }
      },
    }),
    /**
     * A query although it changes data: a second call would turn 202 into 226, and queries of one link share one
     * call (ruling 44). The status alone is the result, but for a registration that the team decides about.
     */
    activateAccount: build.query<ActivationOutcome, { request_id: string }>({
      query: (body) => ({
        ...request(calls.activateAccount, body),
        responseHandler: 'text',
        validateStatus: ({ status }) => ACTIVATION_STATUSES.includes(status),
      }),
      transformResponse: (body, meta) => outcomeOf(meta?.response?.status, body),
      keepUnusedDataFor: Number.POSITIVE_INFINITY,
    }),
  }),
})

raiseToasts<typeof accountApi>({
  login: { done: 'toast.welcome' },
})
