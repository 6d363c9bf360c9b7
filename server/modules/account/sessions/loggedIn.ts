import { createHmac } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { DAY_MS, HOUR_MS } from '../../../config/time.ts'
import { API_BASE } from '../../../http/apiBase.ts'
import { clientOf, networkKey } from '../../../http/client.ts'
import type { Deps } from '../../../http/deps.ts'
import { secretText } from '../../../text/secrets.ts'
import type { Work } from '../../../work/work.ts'
import { notify } from '../mails.ts'
import { changeUser, type User } from '../repository.ts'
import { recordEvent } from '../security-log/eventRepository.ts'
import { knowledgeOf, saveBrowser } from './repository.ts'

/** Marks a browser; it reveals only that the browser was here before. */
export const BROWSER_COOKIE = 'discordia-browser'
/** Browsers keep no cookie for longer than 400 days. */
export const BROWSER_COOKIE_S = (400 * DAY_MS) / 1000
/** The first visit ends after this time, if no second login ends it before. */
const FIRST_VISIT_MS = 12 * HOUR_MS
const COOKIE_VALUE = new RegExp(`(?:^|;\\s*)${BROWSER_COOKIE}=([\\w-]{43})(?:;|$)`)

export type Joining = {
  /** Seats that were asked for with the address before. */
  readonly joinGuestSeats: (w: Work, user: User) => Promise<void>
}
type LoginWork = Work & Pick<Deps, 'jwtSecret'>

/**
 * Runs after every login of the site, by password or passkey: an entry in the member's security log, a mail when the
 * browser is new, and the begin or end of the first visit.
 */
export async function noteLogin(
  w: LoginWork & Joining,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  user: User,
): Promise<void> {
  const { mark, isNew } = await noteBrowser(w, request, { user, notice: 'new_browser' })
  reply.header('set-cookie', cookie(mark, request.protocol === 'https'))
  const event = isNew ? 'logged_in_new_browser' : 'logged_in'
  await recordEvent(w, user.id, event, clientOf(request))
  await w.joinGuestSeats(w, user)
  if (user.first_visit_until === 0) return
  const first_visit_until = user.first_visit_until === null ? w.now + FIRST_VISIT_MS : 0
  await changeUser(w, user.id, { first_visit_until })
}

/**
 * Mails a login with a new browser. A browser is known by its cookie, or, where it keeps none, by its name and network,
 * from logins at site and desk alike.
 * @returns the value of its cookie
 */
export async function noteBrowser(
  w: LoginWork,
  request: FastifyRequest,
  { user, notice }: { readonly user: User; readonly notice: 'new_browser' | 'new_browser_at_desk' },
): Promise<{ readonly mark: string; readonly isNew: boolean }> {
  const { browser, network } = clientOf(request)
  const kept = COOKIE_VALUE.exec(request.headers.cookie ?? '')?.[1]
  const mark = kept ?? secretText()
  const digest = (what: string) =>
    createHmac('sha256', w.jwtSecret)
      .update(`browser ${user.email_key} ${what}`)
      .digest('base64url')
  const digests = [digest(`cookie ${mark}`), digest(`name ${browser} ${networkKey(request.ip)}`)]
  const isNew = (await knowledgeOf(w, user.id, digests)) === 'new'
  await saveBrowser(w, user.id, digests)
  const values = { browser: browser ?? '', network: network ?? '' }
  if (isNew) notify(w, user, { notice, ...values })
  return { mark, isNew }
}

function cookie(mark: string, isSecure: boolean): string {
  const parts = [
    `${BROWSER_COOKIE}=${mark}`,
    `Max-Age=${BROWSER_COOKIE_S}`,
    `Path=${API_BASE}/users`,
  ]
  return [...parts, 'HttpOnly', 'SameSite=Lax', ...(isSecure ? ['Secure'] : [])].join('; ')
}
