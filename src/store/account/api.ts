import { ACTIVATION_STATUS } from '#contract/errors.ts'
import { accountRoutes as routes } from '#contract/routes.ts'
import type {
  ApplyPasswordResetBody,
  LoginBody,
  Profile,
  RegisterBody,
  TokenPair,
} from '#contract/schemas/account.ts'
import { baseApi } from '../http/baseApi.ts'
import { offersResend } from '../http/errors.ts'
import { request } from '../http/request.ts'
import { flag, or, record, text } from '../http/schema.ts'
import { loggedIn } from '../session/slice.ts'

export type ActivationOutcome = keyof typeof ACTIVATION_STATUS
export type Activation = {
  outcome: ActivationOutcome
  /** Whether the server offers to mail another link. */
  mayResend: boolean
}
const ACTIVATION_STATUSES: readonly number[] = Object.values(ACTIVATION_STATUS)

const outcomeOf = (status: number | undefined): ActivationOutcome => {
  if (status === ACTIVATION_STATUS.activated) return 'activated'
  return status === ACTIVATION_STATUS.alreadyUsed ? 'alreadyUsed' : 'notFound'
}

/** JSON, or null for what is none. */
function parsed(body: unknown): unknown {
  try {
    return JSON.parse(String(body))
  } catch {
    return null
  }
}

/** The "session and account" table of behaviour 7. */
export const accountApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    // The tokens go straight into the session: they must not stay behind in the state of the call.
    login: build.mutation<null, LoginBody>({
      extraOptions: { shape: record<TokenPair>({ access: text, refresh: text }) },
      queryFn: async (body, { dispatch }, _options, send) => {
        const { data, error } = await send(request(routes.login, { body }))
        if (error) return { error }
        dispatch(loggedIn(data as TokenPair))
        return { data: null }
      },
    }),
    /** Ends the session on the server as well; only for servers that announce it (see logoutClaim.ts). */
    logout: build.mutation<unknown, string>({
      // The page may be left right after it.
      query: (refresh) => ({ ...request(routes.logout, { body: { refresh } }), keepalive: true }),
    }),
    getProfile: build.query<Profile, void>({
      query: () => request(routes.getProfile),
      extraOptions: {
        shape: record<Profile>({ username: text, email: or(text, ''), is_staff: or(flag, false) }),
      },
      providesTags: ['Profile'],
    }),
    whoAmI: build.query<{ username: string }, void>({
      query: () => request(routes.whoAmI),
      extraOptions: { shape: record<Profile>({ username: text }) },
      providesTags: ['Profile'],
    }),
    register: build.mutation<{ mayResend: boolean }, RegisterBody>({
      query: (body) => request(routes.register, { body }),
      transformResponse: (answer: unknown) => ({ mayResend: offersResend({ data: answer }) }),
    }),
    /** Mails the activation link again; only for servers that announce it by `resend`. */
    resendActivation: build.mutation<unknown, { email: string }>({
      query: (body) => request(routes.resendActivation, { body }),
    }),
    requestPasswordReset: build.mutation<unknown, { email: string }>({
      query: (body) => request(routes.requestPasswordReset, { body }),
    }),
    /** Changes nothing on the server; a query, so that a link is checked once however often it is drawn. */
    verifyPasswordReset: build.query<boolean, string>({
      query: (requestId) =>
        request(routes.verifyPasswordReset, { body: { request_id: requestId } }),
      // 200 with a boolean, bare or as `valid`; anything else is no valid link (ruling 47).
      transformResponse: (answer: unknown) =>
        answer === true || (answer as { valid?: unknown } | null)?.valid === true,
    }),
    applyPasswordReset: build.mutation<unknown, ApplyPasswordResetBody>({
      query: (body) => request(routes.applyPasswordReset, { body }),
    }),
    /**
     * A query although it changes data: a second call would turn 202 into 226, and queries of one link share one
     * call (ruling 44). The status alone is the answer; of the body only an offer is read.
     */
    activateAccount: build.query<Activation, string>({
      query: (requestId) => ({
        ...request(routes.activateAccount, { body: { request_id: requestId } }),
        responseHandler: 'text',
        validateStatus: ({ status }) => ACTIVATION_STATUSES.includes(status),
      }),
      transformResponse: (body, meta): Activation => ({
        outcome: outcomeOf(meta?.response?.status),
        mayResend: offersResend({ data: parsed(body) }),
      }),
      keepUnusedDataFor: Number.POSITIVE_INFINITY,
    }),
  }),
})

export const {
  useLoginMutation,
  useGetProfileQuery,
  useRegisterMutation,
  useResendActivationMutation,
  useRequestPasswordResetMutation,
  useVerifyPasswordResetQuery,
  useApplyPasswordResetMutation,
  useActivateAccountQuery,
} = accountApi
