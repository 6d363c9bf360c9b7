import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorBody } from '#contract/shapes.ts'
import { ENGLISH } from '../../config/locales.ts'
import { codeOf } from '../../config/thrown.ts'
import {
  inEnglish,
  type Sentence,
  type SentenceKey,
  said,
  sentenceIn,
} from '../../text/sentence.ts'
import { errors, Refusal } from '../errors.ts'
import { refusalOf } from '../failures.ts'
import { languageOf } from '../requestLanguage.ts'
import { endWithin } from './connections.ts'
import { type FieldError, fieldErrors } from './validation.ts'

/** Every error has the same shape; messages of drivers and stacks are never sent (ruling 43). */
export function handleError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  // Thrown by @fastify/static: respond with the page of the site, or 404.
  if (codeOf(error) === 'FST_STATIC_FORBIDDEN_PATH') {
    reply.callNotFound()
    return
  }
  const { status, body, retryAfterSeconds } = responseOf(error, request)
  if (retryAfterSeconds !== null) reply.header('retry-after', retryAfterSeconds)
  void reply.status(status).type('application/json; charset=utf-8').send(JSON.stringify(body))
}

/** The response to an error, for those who send it themselves; logs what is no refusal. */
export function responseOf(
  error: unknown,
  request: FastifyRequest,
  language = languageOf(request),
) {
  const known = refusalOf(error) ?? error
  const { status, body } = responseTo(known, language)
  if (status >= 500) request.log.error({ err: error }, 'request failed')
  const retryAfterSeconds = known instanceof Refusal ? known.retryAfterSeconds : null
  return { status, body, retryAfterSeconds }
}

export function handleNotFound(request: FastifyRequest, reply: FastifyReply): void {
  handleError(errors.notFound(), request, reply)
}

/** Headers of refusals that no hook sees; `security.ts` sets them on all other responses. */
const HEADERS_OF_REFUSALS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const

/** Handles a URL that cannot be decoded, or with a parameter that is too long: there is no route, and no hook runs. */
export function handleFrameworkError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  reply.headers(HEADERS_OF_REFUSALS)
  handleError(error, request, reply)
}

/** Errors of Node's parser, which has no request: written to the socket. */
const BROKEN: Readonly<Record<string, () => Refusal>> = {
  ERR_HTTP_REQUEST_TIMEOUT: errors.tooSlow,
  HPE_HEADER_OVERFLOW: errors.headersTooLarge,
}

/**
 * Handles malformed requests, and requests slower than the limits.
 * @param timeoutMs for the client to read the response
 * @param language of the site: nothing says which one the client prefers
 */
export const brokenRequestHandler =
  (timeoutMs: number, language: string) =>
  (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy()
      return
    }
    const refuse = BROKEN[error.code ?? ''] ?? errors.badRequest
    const { status, body: parts } = responseTo(refuse(), language)
    const body = JSON.stringify(parts)
    const headers = Object.entries({
      ...HEADERS_OF_REFUSALS,
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      connection: 'close',
    }).map(([name, value]) => `${name}: ${value}\r\n`)
    const start = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`
    endWithin(socket, timeoutMs, `${start}${headers.join('')}\r\n${body}`)
  }

/** Clients compare these literally, so that they stay as they are in every language (ruling 43). */
const COMPARED: ReadonlySet<SentenceKey> = new Set([
  'refusals.no_active_account',
  'refusals.blank',
  'refusals.username_exists',
  'refusals.email_exists',
])

/** What the caller reads: `message` is the translation of a sentence that stays English. */
function detailIn(language: string, sentence: Sentence): { detail: string; message?: string } {
  const text = sentenceIn(language, sentence)
  return language === ENGLISH || !COMPARED.has(sentence.key)
    ? { detail: text }
    : { detail: inEnglish(sentence), message: text }
}

export function errorBody(language: string, fields: readonly FieldError[]): ErrorBody {
  const errors = fields.map(({ code, sentence, attr }) => {
    const { detail, ...message } = detailIn(language, sentence)
    return { code, detail, attr, ...message }
  })
  return { errors, detail: errors[0]?.detail ?? '' }
}

type Response = { readonly status: number; readonly body: ErrorBody }

function responseTo(error: unknown, language: string): Response {
  if (error instanceof Refusal) return { status: error.status, body: errorBody(language, [error]) }
  const { validation, statusCode = 500, code } = (error ?? {}) as Partial<FastifyError>
  if (validation) return { status: 400, body: errorBody(language, fieldErrors(validation)) }
  // The parameter is longer than any id or token.
  if (code === 'FST_ERR_MAX_PARAM_LENGTH') return responseTo(errors.notFound(), language)
  if (statusCode < 400 || statusCode >= 500) return responseTo(errors.serverError(), language)
  return { status: statusCode, body: frameworkBody({ statusCode, code }, error, language) }
}

/** The framework has sentences of its own, in English. */
function frameworkBody(
  { statusCode, code }: { readonly statusCode: number; readonly code: string | undefined },
  error: unknown,
  language: string,
): ErrorBody {
  const sentence = said(FRAMEWORK[statusCode] ?? 'refusals.bad_request')
  const body = errorBody(language, [
    { code: statusCode === 429 ? 'throttled' : parserCode(code), sentence, attr: null },
  ])
  if (language !== ENGLISH || !(error instanceof Error)) return body
  const detail = error.message
  return { errors: body.errors.map((one) => ({ ...one, detail })), detail }
}

const FRAMEWORK: Readonly<Record<number, SentenceKey>> = {
  413: 'refusals.file_too_large',
  415: 'refusals.media_type',
}

/** `FST_ERR_CTP_BODY_TOO_LARGE` -> `body_too_large`. */
const parserCode = (code: string | undefined): string =>
  code === undefined ? 'bad_request' : code.replace(/^FST_(ERR_)?(CTP_)?/, '').toLowerCase()
