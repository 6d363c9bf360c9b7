import { CONDUCT_REQUIRED, STEP_UP_REQUIRED, TOKEN_NOT_VALID } from '#contract/errors.ts'
import { SIGNED_OUT } from '../session/services.ts'
import { NOT_CONFIRMED } from '../session/stepUp.ts'

/*
 * Reads errors of unknown shape: the API's own body (`errors` and `detail`), other servers' bodies (`detail` as a
 * list, fields with lists of sentences), truncated or empty ones. Nothing here throws.
 */

export const UNEXPECTED_RESPONSE = { status: 'CUSTOM_ERROR', error: 'unexpected response' } as const

const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value])

export const bodyOf = (error: unknown) => fieldsOf(fieldsOf(error).data)

export function statusOf(error: unknown): number | null {
  const { status, originalStatus } = fieldsOf(error)
  const number = typeof status === 'number' ? status : originalStatus
  return typeof number === 'number' ? number : null
}

export const codesOf = (error: unknown): string[] =>
  listOf(bodyOf(error).errors)
    .map((item) => fieldsOf(item).code)
    .filter((code) => typeof code === 'string')

const isSentence = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== ''

export const sentencesIn = (value: unknown): string[] => listOf(value).filter(isSentence)

/** The sentence in `detail`, by which login and register choose their message (behaviour 8.1, 8.2). */
export function detailOf(error: unknown): string | null {
  const [first] = listOf(bodyOf(error).detail)
  return typeof first === 'string' ? first : null
}

type Complaint = { field: string | null; sentence: string }

/** An item of `errors[]`: the API's object, or a bare sentence. */
function complaintsIn(item: unknown): Complaint[] {
  const { attr, detail, message, code } = fieldsOf(item)
  const field = typeof attr === 'string' ? attr : null
  const details = sentencesIn(isSentence(item) ? item : (message ?? detail))
  const sentences = details.length > 0 ? details : sentencesIn(code)
  return sentences.map((sentence) => ({ field, sentence }))
}

/** All of `errors`, in order. Other servers send an object of sentences by field instead of a list. */
export function complaintsOf(error: unknown): Complaint[] {
  const { errors } = bodyOf(error)
  if (Array.isArray(errors)) return errors.flatMap(complaintsIn)
  return Object.entries(fieldsOf(errors)).flatMap(([field, value]) =>
    sentencesIn(value).map((sentence) => ({ field, sentence })),
  )
}

/** The server's first sentence about each field of a form; the key of the form as a whole is `null`. */
export const fieldErrorsOf = (error: unknown): Map<string | null, string> =>
  new Map(
    complaintsOf(error)
      .toReversed()
      .map(({ field, sentence }) => [field, sentence]),
  )

/** Refusals that the server alone can explain. */
const EXPLAINED = [
  'kept_from_writing',
  'kept_from_events',
  'reported_already',
  'too_many_reports',
  'too_many_blocks',
  'mail_invites_closed',
]

/** The server's sentence, in the reader's language, where the site has none of its own (behaviour 12.34). */
export const ownSentence = (error: unknown): string | undefined =>
  codesOf(error).some((code) => EXPLAINED.includes(code))
    ? complaintsOf(error)[0]?.sentence
    : undefined

/** 401 whose first code is `token_not_valid`: the only refusal that a refresh can solve (behaviour 7.1). */
export const isTokenRejected = (error: unknown): boolean =>
  statusOf(error) === 401 && codesOf(error)[0] === TOKEN_NOT_VALID

/** Whether a member's call failed because the session is over. */
export const isSignedOut = (error: unknown): boolean =>
  isTokenRejected(error) || fieldsOf(error).error === SIGNED_OUT.error

/** The refusal of a sensitive act that a step-up token can mend. */
export const isStepUpRequired = (error: unknown): boolean =>
  statusOf(error) === 403 && codesOf(error)[0] === STEP_UP_REQUIRED

/** The refusal of an act that the agreement to the code of conduct can mend. */
export const isConductRequired = (error: unknown): boolean => codesOf(error)[0] === CONDUCT_REQUIRED

/** Whether a sensitive act was given up in the dialog "Confirm it's you"; nothing needs to be said. */
export const isNotConfirmed = (error: unknown): boolean =>
  fieldsOf(error).error === NOT_CONFIRMED.error
