import { fetchUtils, HttpError } from 'react-admin'
import { CSRF_HEADER, DESK_API_BASE } from '#contract/desk.ts'
import type { DeskLogin, DeskSession } from '#contract/schemas/deskAccount.ts'
import { t } from '../i18n.ts'
import { type OnShare, sendWithProgress } from './sendWithProgress.ts'

type Answer = Awaited<ReturnType<typeof fetchUtils.fetchJson>>
type Refused = { errors?: { detail: string; attr: string | null }[]; detail?: string }

export type Client = {
  /** For ra-data-simple-rest: the call with the session's token. @throws HttpError with the desk's sentence */
  readonly send: (url: string, options?: fetchUtils.Options) => Promise<Answer>
  /** A POST that tells how much of it has been sent, from 0 to 1. @throws HttpError as `send` */
  readonly post: (url: string, body: FormData | Blob, onShare: OnShare) => Promise<unknown>
  /** Who sits here; asked for once, until somebody logs in or out. */
  readonly session: () => Promise<DeskSession>
  readonly logIn: (login: DeskLogin) => Promise<void>
  readonly logOut: () => Promise<void>
  /** Calls back when the server no longer knows the session; answers how to stop that. */
  readonly whenOver: (listener: () => void) => () => void
}

const SESSION = `${DESK_API_BASE}/session`

/** One for the page: it holds the token that every change must carry. */
export function makeClient(): Client {
  let current: Promise<DeskSession> | undefined
  const listeners = new Set<() => void>()

  const ask = async (): Promise<DeskSession> => {
    return (await worded(fetchUtils.fetchJson(SESSION))).json as DeskSession
  }
  const session = () => {
    current ??= ask().catch((error: unknown) => {
      current = undefined
      throw error
    })
    return current
  }
  async function guarded<Result>(call: Promise<Result>): Promise<Result> {
    try {
      return await worded(call)
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
      const sent = isReading(options) ? options : withHeader(options, await token())
      return guarded(fetchUtils.fetchJson(url, sent))
    },
    post: async (url, body, onShare) => {
      const headers = { [CSRF_HEADER]: await token() }
      return guarded(sendWithProgress({ url, body, headers, onShare }))
    },
    logIn: async (login) => {
      const options = { method: 'POST', body: JSON.stringify(login) }
      const answer = await worded(fetchUtils.fetchJson(SESSION, withHeader(options, 'login')))
      current = Promise.resolve(answer.json as DeskSession)
    },
    logOut: async () => {
      const { user, csrf } = await session()
      current = undefined
      if (!user) return
      // A body type without a body would be refused, so the type is plain text.
      const headers = new Headers({ 'Content-Type': 'text/plain', [CSRF_HEADER]: csrf ?? '' })
      await worded(fetchUtils.fetchJson(SESSION, { method: 'DELETE', headers }))
    },
    whenOver: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

const isReading = ({ method }: fetchUtils.Options): boolean => !method || method === 'GET'

function withHeader(options: fetchUtils.Options, token: string): fetchUtils.Options {
  const headers = new Headers(options.headers)
  headers.set(CSRF_HEADER, token)
  return { ...options, headers }
}

/**
 * In the desk's words. react-admin shows what stands at a field under the field; a sentence about the whole
 * stands at the form's root, so that a refused form counts as unsaved.
 */
async function worded<Result>(call: Promise<Result>): Promise<Result> {
  try {
    return await call
  } catch (error) {
    if (!(error instanceof HttpError) || Number(error.status) === 0)
      throw new HttpError(t('unreachable'), 0, {
        errors: { root: { serverError: t('unreachable') } },
      })
    const body = (error.body ?? {}) as Refused
    const sentence = body.detail ?? t('failed')
    const fields = (body.errors ?? []).flatMap(({ attr, detail }) => (attr ? [[attr, detail]] : []))
    const errors: object =
      fields.length > 0
        ? (Object.fromEntries(fields) as object)
        : { root: { serverError: sentence } }
    throw new HttpError(sentence, Number(error.status), { errors })
  }
}
