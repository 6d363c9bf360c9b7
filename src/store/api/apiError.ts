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

/** The sentence in `detail`, by whose wording login and register choose their message (SPEC 8). */
export function detailOf(error: unknown): string | null {
  const { detail } = fieldsOf(fieldsOf(error).data)
  const first: unknown = Array.isArray(detail) ? detail[0] : detail
  return typeof first === 'string' ? first : null
}

/** The server's sentences about the fields of a form, by field; `null` holds those about no field. */
export function fieldErrorsOf(error: unknown): Map<string | null, string> {
  const found = new Map<string | null, string>()
  for (const item of listOf(fieldsOf(fieldsOf(error).data).errors)) {
    const { attr, detail, code } = fieldsOf(item)
    const sentence = typeof detail === 'string' && detail !== '' ? detail : code
    const field = typeof attr === 'string' ? attr : null
    if (typeof sentence === 'string' && !found.has(field)) found.set(field, sentence)
  }
  return found
}

/** All the server's sentences, each once, for a message that repeats them. */
export function sentencesOf(error: unknown): string[] {
  const sentences = [...fieldErrorsOf(error).values()]
  const detail = detailOf(error)
  if (sentences.length === 0 && detail !== null) sentences.push(detail)
  return [...new Set(sentences)]
}

/** 401 whose first code is `token_not_valid`: the only refusal that a refresh can mend (SPEC 7). */
export const isTokenRejected = (error: unknown): boolean =>
  statusOf(error) === 401 && codesOf(error)[0] === TOKEN_NOT_VALID
