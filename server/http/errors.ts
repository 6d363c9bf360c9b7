import {
  AWAITING_APPROVAL,
  CONDUCT_REQUIRED,
  OWNER_INVITES_AGAIN,
  PASSKEY_REQUIRED,
  SECOND_FACTOR_INVALID,
  SECOND_FACTOR_REQUIRED,
  SET_UP_AT_DESK,
  STEP_UP_REQUIRED,
  TOKEN_NOT_VALID,
} from '#contract/errors.ts'
import {
  inEnglish,
  type Sentence,
  type SentenceTexts,
  type Singular,
  said,
} from '../text/sentence.ts'

/** An error that is sent to the caller: one status, one code, one sentence. */
export class Refusal extends Error {
  readonly status: number
  readonly code: string
  /** Sent in the language of the request; `message` is the same in English, for logs and the command line. */
  readonly sentence: Sentence
  readonly attr: string | null
  readonly retryAfterSeconds: number | null

  constructor(
    status: number,
    code: string,
    sentence: Sentence,
    attr: string | null = null,
    retryAfterSeconds: number | null = null,
  ) {
    super(inEnglish(sentence))
    this.status = status
    this.code = code
    this.sentence = sentence
    this.attr = attr
    this.retryAfterSeconds = retryAfterSeconds
  }
}

type Details = {
  /** The field that is refused. */
  readonly attr?: string
  /** Seconds until the caller may try again. */
  readonly seconds?: number
  readonly limit?: number
  /** Pixels. */
  readonly width?: number
  readonly height?: number
  /** The title of what is in the way. */
  readonly name?: string
  /** The element or attribute of an upload that is refused. */
  readonly element?: string
  /** A day in the language of the request. */
  readonly date?: string
  /** Email address of the team. */
  readonly contact?: string
}

/** @param code of its sentence in `locales/en/refusals.json` */
export function refusal(
  status: number,
  code: Singular<keyof SentenceTexts['refusals']>,
  { attr, seconds, ...values }: Details = {},
): Refusal {
  return new Refusal(status, code, said(`refusals.${code}`, { seconds, ...values }), attr, seconds)
}

/** The refusal of a check, where it is not the end of a call. */
export async function refusalIn(check: () => Promise<unknown>): Promise<Refusal | null> {
  try {
    await check()
    return null
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

/** Refusals of `server/http` itself, of several places, and those whose codes are in the contract. */
export const errors = {
  notAuthenticated: () => refusal(401, 'not_authenticated'),
  readOnlyToken: () => refusal(403, 'read_only_token'),
  tokenNotValid: () => refusal(401, TOKEN_NOT_VALID),
  noActiveAccount: () => refusal(401, 'no_active_account'),
  /** The specified sentence, which clients compare, with a code of its own. */
  awaitingApproval: () => new Refusal(401, AWAITING_APPROVAL, said('refusals.no_active_account')),
  secondFactorRequired: (status: 401 | 403) => refusal(status, SECOND_FACTOR_REQUIRED),
  secondFactorInvalid: (status: 401 | 403) => refusal(status, SECOND_FACTOR_INVALID),
  secondFactorOn: () => refusal(400, 'second_factor_on'),
  secondFactorNotStarted: () => refusal(400, 'second_factor_not_started'),
  /** Staff confirm sensitive calls with more than a password. */
  passkeyRequired: () => refusal(403, PASSKEY_REQUIRED),
  setUpAtDesk: () => refusal(403, SET_UP_AT_DESK),
  mailCodeWrong: () => refusal(400, 'mail_code_wrong', { attr: 'code' }),
  wrongFirstCode: () => refusal(400, SECOND_FACTOR_INVALID, { attr: 'code' }),
  /** 403 within a session: a 401 would be about the session. */
  wrongPassword: () => refusal(403, 'wrong_password', { attr: 'password' }),
  passkeyRefused: (status: 400 | 401 | 403) => refusal(status, 'passkey_refused'),
  stepUpRequired: () => refusal(403, STEP_UP_REQUIRED),
  conductRequired: () => refusal(403, CONDUCT_REQUIRED),
  notFound: () => refusal(404, 'not_found'),
  badRequest: () => refusal(400, 'bad_request'),
  badText: (attr: string) => refusal(400, 'bad_text', { attr }),
  tooDeep: (attr: string) => refusal(400, 'too_deep', { attr }),
  tooSlow: () => refusal(408, 'timeout'),
  headersTooLarge: () => refusal(431, 'headers_too_large'),
  noPrefetch: () => refusal(400, 'prefetch_refused'),
  tooManyRequests: (seconds: number) => refusal(429, 'throttled', { seconds }),
  serverError: () => refusal(500, 'server_error'),
  busy: (seconds: number) => refusal(503, 'busy', { seconds }),
  /** An outage of the database or the disk. */
  unavailable: (seconds: number) => refusal(503, 'unavailable', { seconds }),
  noSpace: (seconds: number) => refusal(507, 'no_space', { seconds }),

  blank: (attr: string) => refusal(400, 'blank', { attr }),
  invalid: (attr: string) => refusal(400, 'invalid', { attr }),
  invalidEmail: () => new Refusal(400, 'invalid', said('refusals.invalid_email'), 'email'),
  tooLong: (attr: string, limit: number) => refusal(400, 'too_long', { attr, limit }),

  emailExists: () => refusal(400, 'email_exists', { attr: 'email' }),
  invalidLink: () => refusal(400, 'invalid_link', { attr: 'request_id' }),

  groupNotFound: () => refusal(404, 'group_not_found'),
  notTheOwner: () => refusal(403, 'not_the_owner'),
  memberNotFound: () => refusal(404, 'member_not_found'),
  ownerCannotBeRemoved: () => refusal(400, 'owner_cannot_be_removed'),
  tooManyMemberships: (limit: number) => refusal(400, 'too_many_memberships', { limit }),
  // 409, because 400 means at an invite that the user is invited already.
  groupFull: (limit: number) => refusal(409, 'group_full', { limit }),
  inviteLinkOver: () => refusal(404, 'invite_link_over'),
  ownerInvitesAgain: () => refusal(403, OWNER_INVITES_AGAIN, { attr: 'username' }),
  inviteNotFound: () => refusal(404, 'invite_not_found'),

  badPeriod: (attr: string) => refusal(400, 'bad_period', { attr }),
  dateGone: () => refusal(409, 'date_gone'),

  invalidImage: () => refusal(400, 'invalid_image', { attr: 'image' }),
  fileTooLarge: () => refusal(413, 'file_too_large'),
  badForm: () => refusal(400, 'bad_form'),
  badJson: () => refusal(400, 'bad_json'),
  rangeNotSatisfiable: () => refusal(416, 'range_not_satisfiable'),

  entryNotFound: () => refusal(404, 'entry_not_found'),
  notYourOpenEntry: () => refusal(403, 'not_your_open_entry'),
  tooManySubEntries: (limit: number) =>
    new Refusal(
      400,
      'wrong_count',
      said('refusals.too_many_sub_entries', { limit }),
      'sub_entries',
    ),

  registrationClosed: () => refusal(409, 'registration_closed'),
  notRegistered: () => refusal(409, 'not_registered'),

  invalidChoice: (attr: string) => refusal(400, 'invalid_choice', { attr }),
  nameChangePending: () => refusal(400, 'name_change_pending'),
} as const
