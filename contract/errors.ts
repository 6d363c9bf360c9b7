/** First code of a 401 that a token refresh resolves (behaviour 7.1). */
export const TOKEN_NOT_VALID = 'token_not_valid'

/** Sentences that clients compare literally (behaviour 8.1, 8.2; ruling 43). */
export const DETAIL = {
  noActiveAccount: 'No active account found with the given credentials',
  blank: 'This field may not be blank.',
  usernameExists: 'A user with this username exists.',
  emailExists: 'A user with this email exists.',
} as const

/** Activation outcomes by status code (behaviour 4.5). */
export const ACTIVATION_STATUS = { activated: 202, alreadyUsed: 226, notFound: 404 } as const

/** Refusals of an invite by status code (behaviour 8.5). */
export const INVITE_STATUS = { alreadyInvited: 400, userNotFound: 404, muted: 423 } as const
/** Code of an addition: the user was removed from the group, and the caller is not its owner. */
export const OWNER_INVITES_AGAIN = 'owner_invites_again'

/** As specified: the leave call has no payload, so the chosen successor is sent in this header (ruling 1). */
export const NEW_OWNER_HEADER = 'x-new-owner'

/** First code of the 401 of a login whose password was right, and which needs a code of the second step. */
export const SECOND_FACTOR_REQUIRED = 'second_factor_required'
/** First code of the same 401 when the code that was sent is wrong or used up. */
export const SECOND_FACTOR_INVALID = 'second_factor_invalid'
/**
 * Codes of a refused step-up of staff: a sensitive call needs a passkey, or a second step that was set up at the desk.
 */
export const PASSKEY_REQUIRED = 'passkey_required'
export const SET_UP_AT_DESK = 'set_up_at_desk'
/** First code of the 403 of a call with `stepUp` and without a valid step-up token. */
export const STEP_UP_REQUIRED = 'step_up_required'
/** First code of the 403 of a step-up with a wrong password. */
export const WRONG_PASSWORD = 'wrong_password'

/** First code of the 401 of a login whose password was right, while the team has not decided about the registration. */
export const AWAITING_APPROVAL = 'awaiting_approval'

/** First code of the 403 of an addition that waits for the agreement to the code of conduct. */
export const CONDUCT_REQUIRED = 'conduct_required'

/** The header of a step-up token; see `stepUp` in route.ts. */
export const STEP_UP_HEADER = 'x-step-up'
