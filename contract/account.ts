import Type, { type Static } from 'typebox'
import { applicationFields } from './admission.ts'
import { deskMemberCalls } from './deskMember.ts'
import { anyId, anyone, deleting, posting, superuser } from './deskShapes.ts'
import { PASSWORD_MIN, TEXT_MAX } from './fields.ts'
import { LINK_SECRET_PATTERN } from './pages.ts'
import { type CallTable, memberRead, openCall } from './route.ts'
import { RecoveryCodes, SecondFactorSecret, WebAuthn } from './security.ts'
import { ASKED_FROM, DESK_ROLES, FEATURES, SET_UP_STEPS } from './sets.ts'
import {
  compared,
  emailAddress,
  lenient,
  line,
  linkToken,
  Nothing,
  nullable,
  refused,
  someoneKnew,
  TokenPair,
  timestamp,
  unchecked,
} from './shapes.ts'

/**
 * Username of the account to which rows of deleted accounts belong. It is stored and sent as it is, and readers see it in
 * their language.
 */
export const FORMER_MEMBER = 'a former member'

/** Register: 8 characters with upper, lower, digit and any special character (behaviour 5.1). */
export const REGISTER_PASSWORD_PATTERN = '^(?=.*[A-Z])(?=.*[a-z])(?=.*[0-9])(?=.*[^A-Za-z0-9\\s]).{8,}$'
/** Ends a URL of the site behind a mailed page that has ended every session: the tokens of this browser are worth nothing. */
export const SESSIONS_ENDED_HASH = '#sessions-ended'

/** Login checks that there is a password, never its form (ruling 41). */
export const LoginBody = Type.Object({
  email: compared(),
  password: compared(),
  /** Code of the second step, required after a 401 with the code `second_factor_required`. An addition. */
  code: Type.Optional(compared(40)),
})
export type LoginBody = Static<typeof LoginBody>

const newPassword = () => Type.String({ minLength: PASSWORD_MIN, maxLength: TEXT_MAX })

/** Secret of the invite link that led to the registration: the mailed link carries it on. An addition. */
const inviteSecret = () => Type.Optional(Type.String({ pattern: LINK_SECRET_PATTERN, maxLength: 43 }))

export const RegisterBody = Type.Object({
  email: emailAddress(),
  username: line(),
  password: newPassword(),
  invite_secret: inviteSecret(),
  ...applicationFields,
})
export type RegisterBody = Static<typeof RegisterBody>

export const ResendBody = Type.Object({ email: emailAddress(), invite_secret: inviteSecret() })
export type ResendBody = Static<typeof ResendBody>

/** Calendar links that a change of the password can end; absent without any. An addition. */
const calendarLinks = () => Type.Optional(Type.Integer())

export const Profile = Type.Object({
  username: Type.String(),
  email: lenient(Type.String(), ''),
  is_staff: lenient(Type.Boolean(), false),
  /** URL of the staff desk; for staff only, and only if it is configured. */
  desk_url: Type.Optional(Type.String()),
  /** Features of the server besides the specified calls. An addition. */
  features: Type.Optional(Type.Array(Type.Enum(FEATURES))),
  /** Present while the deletion of the account is due. An addition. */
  deletion_due_at: Type.Optional(timestamp()),
  /** True until the second login, or for twelve hours. An addition. */
  is_first_visit: Type.Optional(Type.Boolean()),
  calendar_links: calendarLinks(),
  /** The version of the code of conduct that the caller has not agreed to yet; absent without one. An addition. */
  conduct: Type.Optional(Type.Integer()),
})
export type Profile = Static<typeof Profile>

/** `awaits_approval`: the address is confirmed, and the team decides. An addition. */
const Activated = unchecked(Type.Object({ awaits_approval: Type.Optional(Type.Boolean()) }))

const RequestId = Type.Object({ request_id: linkToken() })
export const ApplyPasswordResetBody = Type.Object({
  new_password: newPassword(),
  request_id: linkToken(),
  someone_knew: someoneKnew(),
})
export type ApplyPasswordResetBody = Static<typeof ApplyPasswordResetBody>

export const accountCalls = {
  login: openCall('POST', '/users/login/', {
    summary: 'Exchange e-mail and password for a token pair',
    body: LoginBody,
    response: { 200: TokenPair, ...refused(400, 401) },
  }),
  refresh: openCall('POST', '/users/login/refresh/', {
    summary: 'Rotate the refresh token',
    body: Type.Object({ refresh: Type.String({ minLength: 1, maxLength: 1000 }) }),
    response: { 200: TokenPair, ...refused(401) },
  }),
  logout: openCall('POST', '/users/logout/', {
    summary: 'End the session of a refresh token. An addition, announced by `logout` in `features` of the profile',
    // Any length: the response is the same for every token.
    body: Type.Object({ refresh: Type.String() }),
    response: { 200: Nothing, ...refused(400) },
  }),
  getProfile: memberRead('GET', '/users/profile/', {
    summary: 'The caller’s profile',
    response: { 200: Profile },
  }),
  whoAmI: memberRead('GET', '/users/whoami', {
    summary: 'The caller’s username',
    response: { 200: Type.Object({ username: Type.String() }) },
  }),
  register: openCall('POST', '/users/register/', {
    summary: 'Create an account; an activation link is mailed',
    body: RegisterBody,
    response: { 201: unchecked(Type.Object({ email: Type.String() })), ...refused(400) },
  }),
  resendActivation: openCall('POST', '/users/resend-activation/', {
    summary:
      'Mail the activation link again; the response is the same for unknown e-mail addresses. An addition, announced by `resend_activation` in the head of the page',
    body: ResendBody,
    response: { 200: Nothing, ...refused(400) },
  }),
  requestPasswordReset: openCall('POST', '/discordia/request-change-password/', {
    summary: 'Mail a reset link; the response is the same for unknown e-mail addresses',
    body: Type.Object({ email: emailAddress() }),
    response: { 200: Nothing, ...refused(400) },
  }),
  verifyPasswordReset: openCall('POST', '/discordia/verify-change-password/', {
    summary: 'Check a reset link without using it up',
    body: RequestId,
    response: {
      200: Type.Object({ valid: Type.Boolean(), calendar_links: calendarLinks() }),
    },
  }),
  applyPasswordReset: openCall('POST', '/discordia/verified-change-password/', {
    summary: 'Set a new password; uses up the link and ends all sessions',
    body: ApplyPasswordResetBody,
    response: { 200: Nothing, ...refused(400) },
  }),
  activateAccount: openCall('POST', '/discordia/verify-activate-user/', {
    summary: 'Activate an account: 202 activated, 226 already used, 404 not found',
    body: RequestId,
    response: { 202: Activated, 226: Activated, ...refused(404) },
  }),
} as const satisfies CallTable

/* At the desk. */

/** Who is logged in to the desk. Without a session user and csrf are null. */
export const DeskSession = Type.Object({
  user: nullable(Type.Object({ id: anyId(), username: Type.String(), role: Type.Enum(DESK_ROLES) })),
  /** Sent in the header of every call but GET. */
  csrf: nullable(Type.String()),
  expires_at: nullable(Type.String()),
  /** The account has no second step yet: every call but its set-up and the logout is refused. */
  needs_second_factor: Type.Boolean(),
  /** Step that the set-up waits for; null in every other session. */
  set_up: nullable(Type.Enum(SET_UP_STEPS)),
  /** The desk's pages may offer a login with a passkey of the site. */
  passkeys: Type.Boolean(),
  /** The origin of the desk on which they work; it may be reached under others. Absent where it has none. */
  passkey_origin: Type.Optional(Type.String()),
  /** Who asks while no account may use the desk: the machine of the server, or another one. Null once there is one. */
  not_set_up: nullable(Type.Enum(ASKED_FROM)),
})
export type DeskSession = Static<typeof DeskSession>

export const DeskLogin = Type.Object({
  email: Type.String({ minLength: 1, maxLength: TEXT_MAX }),
  password: Type.String({ minLength: 1, maxLength: TEXT_MAX }),
  /** The code of the second step, as at the login of the site. */
  code: Type.Optional(Type.String({ minLength: 1, maxLength: 40 })),
})
export type DeskLogin = Static<typeof DeskLogin>

export const deskAccountCalls = {
  session: {
    current: anyone.getting('/session', { response: { 200: DeskSession } }),
    logIn: anyone.posting('/session', { body: DeskLogin, response: { 200: DeskSession, ...refused(401, 429) } }),
    logOut: deleting('/session', { response: { 200: Nothing } }),
    startPasskey: anyone.asking('/session/passkey/start', { response: { 200: WebAuthn } }),
    /** Options for the passkey of a call that needs a second step. */
    startStepUp: superuser.asking('/session/step-up/start', { response: { 200: WebAuthn, ...refused(401, 403) } }),
    logInWithPasskey: anyone.posting('/session/passkey', {
      body: Type.Object({ response: WebAuthn }),
      response: { 200: DeskSession, ...refused(401, 429) },
    }),
  },
  'second-factor': {
    /** Mails a code to the account's address. */
    sendCode: posting('/second-factor/send-code', { response: { 200: Nothing, ...refused(403, 429) } }),
    /** The mailed code; `start` and `confirm` are refused without it. */
    checkCode: posting('/second-factor/check-code', {
      body: Type.Object({ code: Type.String({ minLength: 1, maxLength: 40 }) }),
      response: { 200: Nothing, ...refused(400, 403) },
    }),
    start: posting('/second-factor/start', { response: { 200: SecondFactorSecret, ...refused(403) } }),
    confirm: posting('/second-factor/confirm', {
      body: Type.Object({ code: Type.String({ minLength: 1, maxLength: 40 }) }),
      response: { 200: RecoveryCodes, ...refused(400, 403) },
    }),
  },
  members: deskMemberCalls,
}
