import { fetchUtils, HttpError } from 'react-admin'
import { CSRF_HEADER, DESK_API_BASE } from '#contract/desk.ts'
import type { DeskLogin, DeskSession } from '#contract/schemas/deskAccount.ts'
import { t } from '../i18n.ts'
import { type OnShare, sendWithProgress } from './sendWithProgress.ts'

type JsonResponse = Awaited<ReturnType<typeof fetchUtils.fetchJson>>
type Refusal = { errors?: { detail: string; attr: string | null }[]; detail?: string }

export type Client = {
  /** For ra-data-simple-rest: a request with the token of the session. @throws HttpError with a message for the user */
  readonly send: (url: string, options?: fetchUtils.Options) => Promise<JsonResponse>
  /** A POST that reports its progress. @throws HttpError as `send` */
  readonly post: (url: string, body: FormData | Blob, onShare: OnShare) => Promise<unknown>
  /** Requested once, until a login or logout. */
  readonly session: () => Promise<DeskSession>
  readonly logIn: (login: DeskLogin) => Promise<void>
  readonly logOut: () => Promise<void>
  /** Calls back when the server no longer knows the session. Returns how to unsubscribe. */
  readonly whenOver: (listener: () => void) => () => void
}

const SESSION = `${DESK_API_BASE}/session`

/** One for the page: it keeps the token that every request but GET needs. */
export function makeClient(): Client {
  let current: Promise<DeskSession> | undefined
  const listeners = new Set<() => void>()

  const session = () => {
    current ??= withMessage(fetchUtils.fetchJson(SESSION))
      .then(({ json }) => json as DeskSession)
      .catch((error: unknown) => {
        current = undefined
        throw error
      })
    return current
  }
  async function guarded<Result>(call: Promise<Result>): Promise<Result> {
    try {
      return await withMessage(call)
    } catch (error) {
      if (error instanceof HttpError && error.status === 401)
        for (const listener of listeners) listener()
      throw error
    }
  }
  const token = async (): Promise<string> => (await session()).csrf ?? ''
  return {
    session,
    send: async (url, options = {}) => {
      const isReading = (options.method ?? 'GET') === 'GET'
      const sent = isReading ? options : withHeader(options, await token())
      return guarded(fetchUtils.fetchJson(url, sent))
    },
    post: async (url, body, onShare) => {
      const headers = { [CSRF_HEADER]: await token() }
      return guarded(sendWithProgress({ url, body, headers, onShare }))
    },
    logIn: async (login) => {
      const options = { method: 'POST', body: JSON.stringify(login) }
      const request = fetchUtils.fetchJson(SESSION, withHeader(options, 'login'))
      const response = await withMessage(request)
      current = Promise.resolve(response.json as DeskSession)
    },
    logOut: async () => {
      const { user, csrf } = await session()
      current = undefined
      if (!user) return
      // A request of type JSON without a body would be refused.
      const headers = new Headers({ 'Content-Type': 'text/plain', [CSRF_HEADER]: csrf ?? '' })
      await withMessage(fetchUtils.fetchJson(SESSION, { method: 'DELETE', headers }))
    },
    whenOver: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

function withHeader(options: fetchUtils.Options, token: string): fetchUtils.Options {
  const headers = new Headers(options.headers)
  headers.set(CSRF_HEADER, token)
  return { ...options, headers }
}

/**
 * Rejects with a message for the user. react-admin shows the error of a field below the field; one about the whole
 * form is put at the form's root, so that a refused form counts as unsaved.
 */
async function withMessage<Result>(call: Promise<Result>): Promise<Result> {
  try {
    return await call
  } catch (error) {
    const status = error instanceof HttpError ? Number(error.status) : 0
    if (!(error instanceof HttpError) || status === 0) throw refusalOf(0, t('unreachable'))
    const { detail = t('failed'), errors = [] } = (error.body ?? {}) as Refusal
    throw refusalOf(status, detail, errors)
  }
}

function refusalOf(status: number, message: string, errors: Refusal['errors'] = []): HttpError {
  const fields = errors.flatMap(({ attr, detail }) => (attr ? [[attr, detail] as const] : []))
  return new HttpError(message, status, {
    errors: fields.length > 0 ? Object.fromEntries(fields) : { root: { serverError: message } },
  })
}
