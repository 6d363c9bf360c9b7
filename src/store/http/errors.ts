import { TOKEN_NOT_VALID } from '#contract/errors.ts'

/*
 * Reading errors of unknown shape: the API's own body (`errors` and `detail`), other servers' bodies
 * (`detail` as a list, fields with lists of sentences), cut or empty ones. Nothing here throws.
 */

const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** The numeric HTTP status of a failed call; null when there was no usable answer. */
export function statusOf(error: unknown): number | null {
  const { status, originalStatus } = fieldsOf(error)
  const number = typeof status === 'number' ? status : originalStatus
  return typeof number === 'number' ? number : null
}

/** The codes of `errors[]`, in order. */
export const codesOf = (error: unknown): string[] =>
  listOf(fieldsOf(fieldsOf(error).data).errors)
    .map((item) => fieldsOf(item).code)
    .filter((code) => typeof code === 'string')

const isSentence = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== ''

/** A sentence or a list of sentences, as a list. */
const sentencesIn = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter(isSentence)

/** The sentence in `detail`, by whose wording login and register choose their message (behaviour 8). */
export function detailOf(error: unknown): string | null {
  const { detail } = fieldsOf(fieldsOf(error).data)
  const first: unknown = Array.isArray(detail) ? detail[0] : detail
  return typeof first === 'string' ? first : null
}

/** Whether the server offers to mail an activation link again; only one that has the call says so. */
export const offersResend = (error: unknown): boolean =>
  fieldsOf(fieldsOf(error).data).resend === true

type Complaint = { field: string | null; sentence: string }

/** An item of `errors[]`: the API's object, or a sentence alone. */
function complaintsIn(item: unknown): Complaint[] {
  const { attr, detail, code } = fieldsOf(item)
  const field = typeof attr === 'string' ? attr : null
  const said = sentencesIn(isSentence(item) ? item : detail)
  return (said.length > 0 ? said : sentencesIn(code)).map((sentence) => ({ field, sentence }))
}

/** Everything that `errors` says, in order. Other servers send an object of sentences by field instead of a list. */
function complaintsOf(error: unknown): Complaint[] {
  const { errors } = fieldsOf(fieldsOf(error).data)
  if (Array.isArray(errors)) return errors.flatMap(complaintsIn)
  return Object.entries(fieldsOf(errors)).flatMap(([field, said]) =>
    sentencesIn(said).map((sentence) => ({ field, sentence })),
  )
}

/** The server's first sentence about each field of a form; `null` holds the first about no field. */
export function fieldErrorsOf(error: unknown): Map<string | null, string> {
  const found = new Map<string | null, string>()
  for (const { field, sentence } of complaintsOf(error))
    if (!found.has(field)) found.set(field, sentence)
  return found
}

/**
 * What a message repeats of the server's sentences. Room for two of ours about each field of the longest form; more
 * would cover the page. Characters.
 */
const REPEATED_MAX = 1000

/** All the server's sentences in one line, each once; cut where a message would be too long to be read. */
export function allSentencesOf(error: unknown): string {
  const said = complaintsOf(error).map(({ sentence }) => sentence.trim())
  const sentences = said.length > 0 ? said : sentencesIn(fieldsOf(fieldsOf(error).data).detail)
  const line = [...new Set(sentences)].join(' ')
  return line.length > REPEATED_MAX ? `${line.slice(0, REPEATED_MAX - 1).trimEnd()}…` : line
}

/** What members' calls end with, without reaching the network, while nobody is logged in. */
export const SIGNED_OUT = { status: 'CUSTOM_ERROR', error: 'signed out' } as const

/** Whether a member's call failed because the session is over. */
export const isSignedOut = (error: unknown): boolean =>
  isTokenRejected(error) || fieldsOf(error).error === SIGNED_OUT.error

/** 401 whose first code is `token_not_valid`: the only refusal that a refresh can mend (behaviour 7). */
export const isTokenRejected = (error: unknown): boolean =>
  statusOf(error) === 401 && codesOf(error)[0] === TOKEN_NOT_VALID
