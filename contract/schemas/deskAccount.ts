import Type, { type Static } from 'typebox'
import { TEXT_MAX } from '../fields.ts'
import { ACCOUNT_STATES, DESK_ROLES, ROLES, SET_UP_STEPS } from '../sets.ts'
import { anyId, changes, changesWith, gets, reads } from './deskCalls.ts'
import { OrderDetails } from './profile.ts'
import { RecoveryCodes, SecondFactorSecret, WebAuthn } from './security.ts'
import { ErrorBody, Nothing, nullable } from './shared.ts'

/** The caller's desk session. `user` and `csrf` are null without one. */
export const DeskSession = Type.Object({
  user: nullable(
    Type.Object({ id: anyId(), username: Type.String(), role: Type.Enum(DESK_ROLES) }),
  ),
  /** Value of `CSRF_HEADER`, for every call but GET. */
  csrf: nullable(Type.String()),
  expires_at: nullable(Type.String()),
  /** The account has no second step yet: every call but its set-up and the logout is refused. */
  needs_second_factor: Type.Boolean(),
  /** Next step of that set-up; null in every other session. */
  set_up: nullable(Type.Enum(SET_UP_STEPS)),
  /** The desk's pages may offer a login with a passkey of the site. */
  passkeys: Type.Boolean(),
})
export type DeskSession = Static<typeof DeskSession>

export const DeskLogin = Type.Object({
  email: Type.String({ minLength: 1, maxLength: TEXT_MAX }),
  password: Type.String({ minLength: 1, maxLength: TEXT_MAX }),
  /** Code of the second step, as at the login of the site. */
  code: Type.Optional(Type.String({ minLength: 1, maxLength: 40 })),
})
export type DeskLogin = Static<typeof DeskLogin>

export const DeskMember = Type.Object({
  id: anyId(),
  username: Type.String(),
  email: Type.String(),
  role: Type.Enum(ROLES),
  created_at: Type.String(),
  activated_at: nullable(Type.String()),
  deactivated_at: nullable(Type.String()),
  state: Type.Enum(ACCOUNT_STATES),
  /** Time at which the second step was set up; null without one. */
  second_factor_at: nullable(Type.String()),
  /** Number of passkeys. */
  passkeys: Type.Integer(),
  deletion_due_at: nullable(Type.String()),
})
export type DeskMember = Static<typeof DeskMember>

export const deskAccountSchemas = {
  session: {
    current: { response: { 200: DeskSession } },
    logIn: { body: DeskLogin, response: { 200: DeskSession, 401: ErrorBody, 429: ErrorBody } },
    logOut: { response: { 200: Nothing } },
    startPasskey: { response: { 200: WebAuthn } },
    logInWithPasskey: {
      body: Type.Object({ response: WebAuthn }),
      response: { 200: DeskSession, 401: ErrorBody, 429: ErrorBody },
    },
  },
  'second-factor': {
    /** Mails a code to the account's address. */
    sendCode: { response: { 200: Nothing, 403: ErrorBody, 429: ErrorBody } },
    /** The mailed code; `start` and `confirm` are refused without it. */
    checkCode: {
      body: Type.Object({ code: Type.String({ minLength: 1, maxLength: 40 }) }),
      response: { 200: Nothing, 400: ErrorBody, 403: ErrorBody },
    },
    start: { response: { 200: SecondFactorSecret, 403: ErrorBody } },
    confirm: {
      body: Type.Object({ code: Type.String({ minLength: 1, maxLength: 40 }) }),
      response: { 200: RecoveryCodes, 400: ErrorBody, 403: ErrorBody },
    },
  },
  members: {
    ...reads(DeskMember),
    /** 404 for a member without order details. */
    orderDetails: gets(Type.Object({ id: anyId(), ...OrderDetails.properties })),
    deactivate: changes(DeskMember),
    reactivate: changes(DeskMember),
    resendActivation: changes(DeskMember),
    endSessions: changes(DeskMember),
    setRole: changesWith(DeskMember, Type.Object({ role: Type.Enum(ROLES) })),
    resetSecondFactor: changes(DeskMember),
    requestExport: changes(DeskMember),
    requestDeletion: changes(DeskMember),
    withdrawDeletion: changes(DeskMember),
  },
}
