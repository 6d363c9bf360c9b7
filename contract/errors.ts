/** First code of a 401 that a token refresh can mend (behaviour 7, 8). */
export const TOKEN_NOT_VALID = 'token_not_valid'

/** Sentences that clients match by wording (behaviour 8; ruling 43). */
export const DETAIL = {
  noActiveAccount: 'No active account found with the given credentials',
  blank: 'This field may not be blank.',
  usernameExists: 'A user with this username exists.',
  emailExists: 'A user with this email exists.',
} as const

/** Activation outcomes by status code (behaviour 4, 7, 9). */
export const ACTIVATION_STATUS = { activated: 202, alreadyUsed: 226, notFound: 404 } as const

/** Invite refusals by status code (behaviour 8, 9). */
export const INVITE_STATUS = { alreadyInvited: 400, userNotFound: 404, muted: 423 } as const

/** The owner's chosen successor travels in this header; path and payload stay as specified (ruling 1). */
export const NEW_OWNER_HEADER = 'x-new-owner'
