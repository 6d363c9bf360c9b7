import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server'
import Type, { type Static } from 'typebox'
import { PASSWORD_MIN, TEXT_MAX } from './fields.ts'
import type { PasskeyId } from './ids.ts'
import { type CallTable, memberCall, openCall, sensitiveCall } from './route.ts'
import { SECURITY_EVENTS } from './sets.ts'
import {
  byId,
  compared,
  emailAddress,
  id,
  lenient,
  line,
  Nothing,
  nullable,
  refused,
  someoneKnew,
  TokenPair,
  timestamp,
} from './shapes.ts'

/** Minutes that a step-up token is accepted. */
export const STEP_UP_MINUTES = 10
/** A UUID. */
export const SESSION_ID_PATTERN = '^[0-9a-f-]{36}$'
/** The code that confirms the set-up of a second step at the desk. */
export const MAIL_CODE_DIGITS = 8
export const MAIL_CODE_MINUTES = 15
export const PASSKEYS_MAX = 20
export const PASSKEY_NAME_MAX = 100

/** JSON of the WebAuthn interfaces, which `@simplewebauthn` writes and reads; the server verifies it as a whole. */
export const WebAuthn = Type.Record(Type.String({ maxLength: 100 }), Type.Unknown())
/** Options of a ceremony; the browser checks what is in them. */
export const PasskeyRequest = Type.Unsafe<PublicKeyCredentialRequestOptionsJSON>(WebAuthn)
export type PasskeyRequest = Static<typeof PasskeyRequest>
export const PasskeyCreation = Type.Unsafe<PublicKeyCredentialCreationOptionsJSON>(WebAuthn)
export type PasskeyCreation = Static<typeof PasskeyCreation>
const WebAuthnBody = Type.Object({ response: WebAuthn })

/** A code of the authenticator app or a recovery code; spaces and hyphens do not count. */
const code = () => compared(40)

/** Password (and code, if the account has a second step) or passkey. */
export const StepUpBody = Type.Union([Type.Object({ password: compared(), code: Type.Optional(code()) }), WebAuthnBody])
export type StepUpBody = Static<typeof StepUpBody>
/** Token for `STEP_UP_HEADER` of calls with `stepUp`. */
export const StepUp = Type.Object({ token: Type.String(), expires_at: timestamp() })
export type StepUp = Static<typeof StepUp>

export const SecondFactor = Type.Object({
  enabled_at: nullable(timestamp()),
  /** Unused recovery codes. */
  codes_left: lenient(Type.Integer(), 0),
  /** The account's role needs it for the staff desk. */
  is_required: lenient(Type.Boolean(), false),
})
export type SecondFactor = Static<typeof SecondFactor>
/** Base32, and the same as an `otpauth:` URL for the QR code. */
export const SecondFactorSecret = Type.Object({ secret: Type.String(), url: Type.String() })
export type SecondFactorSecret = Static<typeof SecondFactorSecret>
/** Shown once: the server keeps hashes. */
export const RecoveryCodes = Type.Object({ codes: Type.Array(Type.String()) })
export type RecoveryCodes = Static<typeof RecoveryCodes>

export const Passkey = Type.Object({
  id: id<PasskeyId>(),
  name: lenient(Type.String(), ''),
  created_at: lenient(timestamp(), ''),
  last_used_at: nullable(timestamp()),
  /** A password manager has a copy on other devices. */
  is_synced: lenient(Type.Boolean(), false),
})
export type Passkey = Static<typeof Passkey>
const PasskeyName = { name: line(PASSKEY_NAME_MAX) }

export const Session = Type.Object({
  id: Type.String(),
  /** Readable name, such as "Firefox on Linux"; null if unknown. */
  browser: nullable(Type.String()),
  /** Coarse, such as "203.0.113.x"; null if unknown. */
  network: nullable(Type.String()),
  started_at: lenient(timestamp(), ''),
  last_used_at: lenient(timestamp(), ''),
  is_current: lenient(Type.Boolean(), false),
})
export type Session = Static<typeof Session>

/** A change of the e-mail address that is not confirmed yet. */
export const EmailChange = Type.Object({
  new_email: nullable(Type.String()),
  expires_at: nullable(timestamp()),
})
export type EmailChange = Static<typeof EmailChange>

export const SecurityEventRow = Type.Object({
  event: Type.Enum(SECURITY_EVENTS),
  at: lenient(timestamp(), ''),
  /** Equal events in a row count as one. */
  times: lenient(Type.Integer(), 1),
  browser: nullable(Type.String()),
  network: nullable(Type.String()),
})
export type SecurityEventRow = Static<typeof SecurityEventRow>

export const ChangePasswordBody = Type.Object({
  new_password: Type.String({ minLength: PASSWORD_MIN, maxLength: TEXT_MAX }),
  someone_knew: someoneKnew(),
})
export type ChangePasswordBody = Static<typeof ChangePasswordBody>

const BySession = Type.Object({ id: Type.String({ pattern: SESSION_ID_PATTERN }) })

/** Additions: announced by `features` of the profile, the login with a passkey in the head of the page (behaviour 12.2). */
export const securityCalls = {
  startStepUp: memberCall('POST', '/users/security/step-up/start/', {
    summary: 'Options for confirming a sensitive call with a passkey',
    response: { 200: PasskeyRequest },
  }),
  stepUp: memberCall('POST', '/users/security/step-up/', {
    summary: 'Prove to be the owner of the account before a sensitive call',
    body: StepUpBody,
    response: { 200: StepUp, ...refused(400, 403) },
  }),

  getSecondFactor: memberCall('GET', '/users/security/second-factor/', {
    summary: 'State of two-step login',
    response: { 200: SecondFactor },
  }),
  startSecondFactor: sensitiveCall('POST', '/users/security/second-factor/start/', {
    summary: 'Begin to set up two-step login: a secret for the authenticator app',
    response: { 200: SecondFactorSecret, ...refused(400, 403) },
  }),
  confirmSecondFactor: sensitiveCall('POST', '/users/security/second-factor/confirm/', {
    summary: 'Turn two-step login on with the first code; responds with the recovery codes',
    body: Type.Object({ code: code() }),
    response: { 200: RecoveryCodes, ...refused(400, 403) },
  }),
  removeSecondFactor: sensitiveCall('POST', '/users/security/second-factor/remove/', {
    summary: 'Turn two-step login off',
    response: { 200: Nothing, ...refused(400, 403) },
  }),
  renewRecoveryCodes: sensitiveCall('POST', '/users/security/recovery-codes/', {
    summary: 'Replace all recovery codes',
    response: { 200: RecoveryCodes, ...refused(400, 403) },
  }),

  listPasskeys: memberCall('GET', '/users/security/passkeys/', {
    summary: 'The caller’s passkeys',
    response: { 200: Type.Array(Passkey) },
  }),
  startPasskey: sensitiveCall('POST', '/users/security/new-passkey/', {
    summary: 'Options for creating a passkey',
    response: { 200: PasskeyCreation, ...refused(400, 403) },
  }),
  addPasskey: sensitiveCall('POST', '/users/security/passkeys/', {
    summary: 'Store a created passkey',
    body: Type.Object({ ...PasskeyName, response: WebAuthn }),
    response: { 201: Passkey, ...refused(400, 403) },
  }),
  renamePasskey: memberCall('PUT', '/users/security/passkeys/:id', byId<PasskeyId>(), {
    summary: 'Name a passkey',
    body: Type.Object(PasskeyName),
    response: { 200: Passkey, ...refused(400, 403, 404) },
  }),
  removePasskey: sensitiveCall('DELETE', '/users/security/passkeys/:id', byId<PasskeyId>(), {
    summary: 'Delete a passkey',
    response: { 200: Nothing, ...refused(400, 403, 404) },
  }),
  startPasskeyLogin: openCall('POST', '/users/passkey-login/start/', {
    summary: 'Options for logging in with a passkey',
    response: { 200: PasskeyRequest },
  }),
  passkeyLogin: openCall('POST', '/users/passkey-login/', {
    summary: 'Exchange the response of a passkey for a token pair',
    body: WebAuthnBody,
    response: { 200: TokenPair, ...refused(400, 401) },
  }),

  listSessions: memberCall('GET', '/users/security/sessions/', {
    summary: 'Where the caller is logged in, last used first',
    response: { 200: Type.Array(Session) },
  }),
  endSession: memberCall('DELETE', '/users/security/sessions/:id', BySession, {
    summary: 'End a session of the caller',
    response: { 200: Nothing, ...refused(404) },
  }),
  endOtherSessions: memberCall('POST', '/users/security/end-other-sessions/', {
    summary: 'End every session of the caller but this one, at the desk too',
    response: { 200: Nothing },
  }),

  changePassword: sensitiveCall('POST', '/users/security/password/', {
    summary: 'Set a new password; ends every other session',
    body: ChangePasswordBody,
    response: { 200: Nothing, ...refused(400, 403) },
  }),
  getEmailChange: memberCall('GET', '/users/security/email/', {
    summary: 'The change of the e-mail address that waits for its confirmation',
    response: { 200: EmailChange },
  }),
  changeEmail: sensitiveCall('POST', '/users/security/email/', {
    summary: 'Mail a confirmation link to a new e-mail address',
    body: Type.Object({ new_email: emailAddress() }),
    response: { 200: EmailChange, ...refused(400, 403) },
  }),
  cancelEmailChange: memberCall('DELETE', '/users/security/email/', {
    summary: 'Give up a change of the e-mail address that is not confirmed',
    response: { 200: EmailChange },
  }),

  listSecurityEvents: memberCall('GET', '/users/security/events/', {
    summary: 'What happened to the caller’s account, newest first',
    response: { 200: Type.Array(SecurityEventRow) },
  }),
} as const satisfies CallTable
