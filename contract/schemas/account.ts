import Type, { type Static } from 'typebox'
import type { accountRoutes } from '../account.ts'
import { PASSWORD_MIN } from '../account.ts'
import { TEXT_MAX } from '../fields.ts'
import { FEATURES } from '../sets.ts'
import {
  compared,
  ErrorBody,
  emailAddress,
  line,
  linkToken,
  Nothing,
  type SchemasOf,
  timestamp,
} from './shared.ts'

export const TokenPair = Type.Object({ access: Type.String(), refresh: Type.String() })
export type TokenPair = Static<typeof TokenPair>

/** Login checks that there is a password, never its form (ruling 41). */
export const LoginBody = Type.Object({
  email: compared(),
  password: compared(),
  /** Code of the second step, required after a 401 with the code `second_factor_required`. An addition. */
  code: Type.Optional(compared(40)),
})
export type LoginBody = Static<typeof LoginBody>

const newPassword = () => Type.String({ minLength: PASSWORD_MIN, maxLength: TEXT_MAX })

export const RegisterBody = Type.Object({
  email: emailAddress(),
  username: line(),
  password: newPassword(),
})
export type RegisterBody = Static<typeof RegisterBody>

export const Profile = Type.Object({
  username: Type.String(),
  email: Type.String(),
  is_staff: Type.Boolean(),
  /** URL of the staff desk; for staff only, and only if it is configured. */
  desk_url: Type.Optional(Type.String()),
  /** Features of the server besides the specified calls. An addition. */
  features: Type.Optional(Type.Array(Type.Enum(FEATURES))),
  /** Present while the deletion of the account is due. An addition. */
  deletion_due_at: Type.Optional(timestamp()),
})
export type Profile = Static<typeof Profile>

const RequestId = Type.Object({ request_id: linkToken() })
export const ApplyPasswordResetBody = Type.Object({
  new_password: newPassword(),
  request_id: linkToken(),
})
export type ApplyPasswordResetBody = Static<typeof ApplyPasswordResetBody>

export const accountSchemas = {
  login: {
    summary: 'Exchange e-mail and password for a token pair',
    body: LoginBody,
    response: { 200: TokenPair, 400: ErrorBody, 401: ErrorBody },
  },
  refresh: {
    summary: 'Rotate the refresh token',
    body: Type.Object({ refresh: Type.String({ minLength: 1, maxLength: 1000 }) }),
    response: { 200: TokenPair, 401: ErrorBody },
  },
  logout: {
    summary:
      'End the session of a refresh token. An addition, announced by the claim `logout` of access tokens',
    // Any length: the response is the same for every token.
    body: Type.Object({ refresh: Type.String() }),
    response: { 200: Nothing, 400: ErrorBody },
  },
  getProfile: { summary: 'The caller’s profile', response: { 200: Profile } },
  whoAmI: {
    summary: 'The caller’s username',
    response: { 200: Type.Object({ username: Type.String() }) },
  },
  register: {
    summary: 'Create an account; an activation link is mailed',
    body: RegisterBody,
    response: {
      201: Type.Object({
        email: Type.String(),
        resend: Type.Optional(
          Type.Boolean({
            description:
              'True if the activation mail can be requested again (POST /users/resend-activation/).',
          }),
        ),
      }),
      400: ErrorBody,
    },
  },
  resendActivation: {
    summary:
      'Mail the activation link again; the response is the same for unknown e-mail addresses. An addition, announced by `resend` in responses',
    body: Type.Object({ email: emailAddress() }),
    response: { 200: Nothing, 400: ErrorBody },
  },
  requestPasswordReset: {
    summary: 'Mail a reset link; the response is the same for unknown e-mail addresses',
    body: Type.Object({ email: emailAddress() }),
    response: { 200: Nothing, 400: ErrorBody },
  },
  verifyPasswordReset: {
    summary: 'Check a reset link without using it up',
    body: RequestId,
    response: { 200: Type.Object({ valid: Type.Boolean() }) },
  },
  applyPasswordReset: {
    summary: 'Set a new password; uses up the link and ends all sessions',
    body: ApplyPasswordResetBody,
    response: { 200: Nothing, 400: ErrorBody },
  },
  activateAccount: {
    summary: 'Activate an account: 202 activated, 226 already used, 404 not found',
    body: RequestId,
    response: { 202: Nothing, 226: Nothing, 404: ErrorBody },
  },
} as const satisfies SchemasOf<typeof accountRoutes>
