import { fetchUtils, HttpError } from 'react-admin'
import { CSRF_HEADER, DESK_API_BASE } from '#contract/desk.ts'
import type { DeskLogin, DeskSession } from '#contract/schemas/desk.ts'
import { texts } from '../texts.ts'

type Answer = Awaited<ReturnType<typeof fetchUtils.fetchJson>>
type Refused = { errors?: { detail: string; attr: string | null }[]; detail?: string }

export type Client = {
  /** For ra-data-simple-rest: the call with the session's token. @throws HttpError with the desk's sentence */
  readonly send: (url: string, options?: fetchUtils.Options) => Promise<Answer>
  /** Who sits here; asked for once, until somebody logs in or out. */
  readonly session: () => Promise<DeskSession>
  readonly logIn: (login: DeskLogin) => Promise<void>
  readonly logOut: () => Promise<void>
  /** The session is over on the server: ask again next time. */
  readonly forget: () => void
}

const SESSION = `${DESK_API_BASE}/session`

/** One for the page: it holds the token that every change must carry. */
export function makeClient(): Client {
  let current: Promise<DeskSession> | undefined

  const ask = async (): Promise<DeskSession> => (await plain(SESSION)).json as DeskSession
  const session = () => {
    current ??= ask().catch((error: unknown) => {
      current = undefined
      throw error
    })
    return current
  }
  const send: Client['send'] = async (url, options = {}) => {
    if (isReading(options)) return plain(url, options)
    const { csrf } = await session()
    return plain(url, withHeader(options, csrf ?? ''))
  }
  return {
    send,
    session,
    logIn: async (login) => {
      const options = { method: 'POST', body: JSON.stringify(login) }
      const answer = await plain(SESSION, withHeader(options, 'login'))
      current = Promise.resolve(answer.json as DeskSession)
    },
    logOut: async () => {
      const { user } = await session()
      // A body type without a body would be refused, so the type is plain text.
      const headers = new Headers({ 'Content-Type': 'text/plain' })
      if (user) await send(SESSION, { method: 'DELETE', headers })
      current = undefined
    },
    forget: () => {
      current = undefined
    },
  }
}

const isReading = ({ method }: fetchUtils.Options): boolean => !method || method === 'GET'

function withHeader(options: fetchUtils.Options, token: string): fetchUtils.Options {
  const headers = new Headers(options.headers)
  headers.set(CSRF_HEADER, token)
  return { ...options, headers }
}

/** react-admin shows what stands at a field under the field, and the message of everything else. */
async function plain(url: string, options?: fetchUtils.Options): Promise<Answer> {
  try {
    return await fetchUtils.fetchJson(url, options)
  } catch (error) {
    if (!(error instanceof HttpError)) throw new HttpError(texts.unreachable, 0)
    const body = (error.body ?? {}) as Refused
    const errors = Object.fromEntries(
      (body.errors ?? []).flatMap(({ attr, detail }) => (attr ? [[attr, detail]] : [])),
    )
    throw new HttpError(body.detail ?? texts.failed, Number(error.status), { errors })
  }
}
