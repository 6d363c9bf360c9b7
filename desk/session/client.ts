import { fetchUtils, HttpError } from 'react-admin'
import type { DeskLogin, DeskSession } from '#contract/account.ts'
import { CSRF_HEADER, DESK_API_BASE, type DeskRoute } from '#contract/desk.ts'
import { deskCalls } from '#contract/deskCalls.ts'
import type { RecoveryCodes, SecondFactorSecret } from '#contract/security.ts'
import { deskLanguage, t } from '../i18n.ts'
import { passkeyResponse } from './passkeyResponse.ts'
import { fetchLines, type OnShare, type OnStep, sendWithProgress } from './requests.ts'

type Refusal = {
  errors?: { code?: string; detail: string; attr: string | null; message?: string }[]
  detail?: string
}
const SESSION = `${DESK_API_BASE}/session`

/** One for the page: it keeps the token that every request but GET needs. */
export function makeClient() {
  let current: Promise<DeskSession> | undefined
  /** The account whose page this is: what was typed on it must not be sent by another one. */
  let owner: number | undefined
  const listeners = new Set<() => void>()

  const claimed = (opened: DeskSession) => {
    owner ??= opened.user?.id
    return opened
  }
  /** Requested once, until a login or logout. */
  const session = () => {
    current ??= withMessage(fetchJson(SESSION))
      .then(({ json }) => claimed(json as DeskSession))
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
      if (error instanceof HttpError && isOver(error)) for (const listener of listeners) listener()
      throw error
    }
  }
  const token = async () => tokenIn(await session(), owner)
  return {
    session,
    /**
     * Request with the token of the session, for ra-data-simple-rest.
     * @param onStep for a call whose response says how far the work is
     * @throws HttpError with a message for the user
     */
    send: async (url: string, options: fetchUtils.Options = {}, onStep?: OnStep) => {
      const isReading = (options.method ?? 'GET') === 'GET'
      const sent = isReading ? options : withHeaders(options, { [CSRF_HEADER]: await token() })
      return guarded(
        onStep ? fetchLines(url, withHeaders(sent, ours()), onStep) : fetchJson(url, sent),
      )
    },
    /** A POST that reports its progress. @throws HttpError as `send` */
    post: async (url: string, body: FormData | Blob, onShare: OnShare) => {
      const headers = { ...ours(), [CSRF_HEADER]: await token() }
      return guarded(sendWithProgress({ url, body, headers, onShare }))
    },
    ...loginCalls(token, (opened) => {
      current = opened && Promise.resolve(claimed(opened))
    }),
    logOut: async () => {
      const { user, csrf } = await session()
      current = undefined
      owner = undefined
      if (!user) return
      // A request of type JSON without a body would be refused.
      const headers = new Headers({ 'Content-Type': 'text/plain', [CSRF_HEADER]: csrf ?? '' })
      await withMessage(fetchJson(SESSION, { method: 'DELETE', headers }))
    },
    /** Calls back when the server rejects the session. Returns how to unsubscribe. */
    whenOver: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

export type Client = ReturnType<typeof makeClient>

/** @throws HttpError in the session of another account than the page's */
function tokenIn({ user, csrf }: DeskSession, owner: number | undefined): string {
  if (user && user.id !== owner) throw refusalOf(0, t('other_account'))
  return csrf ?? ''
}

/** A POST of JSON. @param csrf any text at a login, else the token of the session */
async function postTo(route: DeskRoute, body: object, csrf: string): Promise<unknown> {
  const options = withHeaders(
    { method: 'POST', body: JSON.stringify(body) },
    { [CSRF_HEADER]: csrf },
  )
  return (await withMessage(fetchJson(`${DESK_API_BASE}${route.path}`, options))).json
}

/** @param onSession gets the session that a login has opened; undefined: it has changed */
const loginCalls = (
  token: () => Promise<string>,
  onSession: (session: DeskSession | undefined) => void,
) => ({
  logIn: async (login: DeskLogin) => {
    onSession((await postTo(deskCalls.session.logIn, login, 'login')) as DeskSession)
  },
  /**
   * Logs in with a passkey of the site.
   * @throws also what the browser throws when its dialog is closed
   */
  logInWithPasskey: async () => {
    const optionsJSON = await postTo(deskCalls.session.startPasskey, {}, 'login')
    const response = await passkeyResponse(optionsJSON)
    const route = deskCalls.session.logInWithPasskey
    onSession((await postTo(route, { response }, 'login')) as DeskSession)
  },
  /** Mails a code to the account's address; `checkMailCode` takes it. */
  sendMailCode: async () => {
    await postTo(deskCalls['second-factor'].sendCode, {}, await token())
    onSession(undefined)
  },
  checkMailCode: async (code: string) => {
    await postTo(deskCalls['second-factor'].checkCode, { code }, await token())
    onSession(undefined)
  },
  startSecondFactor: async () =>
    (await postTo(deskCalls['second-factor'].start, {}, await token())) as SecondFactorSecret,
  /** @returns the recovery codes */
  confirmSecondFactor: async (code: string) => {
    const sent = await postTo(deskCalls['second-factor'].confirm, { code }, await token())
    return (sent as RecoveryCodes).codes
  },
})

type Sent = Readonly<Record<string, string>>

/** Headers of every call: a refusal can come in the language of the desk. */
const ours = (): Sent => ({ Accept: 'application/json', 'Accept-Language': deskLanguage() })

const fetchJson = (url: string, options: fetchUtils.Options = {}) =>
  fetchUtils.fetchJson(url, withHeaders(options, ours()))

function withHeaders(options: fetchUtils.Options, more: Sent): fetchUtils.Options {
  const headers = new Headers(options.headers)
  for (const [name, value] of Object.entries(more)) headers.set(name, value)
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
    throw refusalOf(status, errors[0]?.message ?? detail, errors)
  }
}

/** A token of another session: someone has logged in again in another tab. */
const isOver = (error: HttpError): boolean => error.status === 401 || codeOf(error) === 'csrf'

export const codeOf = (error: unknown): string | undefined =>
  error instanceof HttpError ? (error.body as { code?: string } | undefined)?.code : undefined

function refusalOf(status: number, message: string, errors: Refusal['errors'] = []): HttpError {
  const fields = errors.flatMap(({ attr, detail, message: translated = detail }) =>
    attr ? [[attr, translated] as const] : [],
  )
  return new HttpError(message, status, {
    code: errors[0]?.code,
    errors: fields.length > 0 ? Object.fromEntries(fields) : { root: { serverError: message } },
  })
}
