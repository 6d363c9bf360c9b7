import type { FastifyReply, FastifyRequest } from 'fastify'
import type { DeskSession } from '#contract/account.ts'
import { DESK_API_BASE } from '#contract/desk.ts'
import type { SetUpStep, StaffRole } from '#contract/sets.ts'
import { HOUR_MS } from '../../config/time.ts'
import type { HasDb } from '../../db/schema.ts'
import { auditedChange } from '../../desk/audit.ts'
import { DESK_COOKIE } from '../../desk/guard.ts'
import { clientOf } from '../../http/client.ts'
import type { Deps } from '../../http/deps.ts'
import { secretText, sha256 } from '../../text/secrets.ts'
import { iso } from '../../text/time.ts'
import type { Work } from '../../work/work.ts'
import { hasPasskeys } from './passkeys/passkeyRepository.ts'
import { relyingPartyOf } from './passkeys/relyingParty.ts'
import type { User } from './repository.ts'
import { recordEvent } from './security-log/eventRepository.ts'
import { insertDeskSession } from './sessionRepository.ts'
import { BROWSER_COOKIE, BROWSER_COOKIE_S, noteBrowser } from './sessions/loggedIn.ts'
import { isActive } from './state.ts'

/** Hours until a desk session expires, used or not. */
export const DESK_SESSION_HOURS = 8

/* Sessions of the desk, for any kind of login. */

const LIFETIME_MS = DESK_SESSION_HOURS * HOUR_MS

export type Staff = User & { readonly role: StaffRole }
export const isActiveStaff = (user: User): user is Staff => isActive(user) && user.role !== 'player'

type Session = {
  readonly csrf: string | null
  readonly expires_at: number | null
  readonly needs_second_factor_since: number | null
  readonly mail_code_expires_at: number | null
  readonly mail_confirmed_at: number | null
}
const NO_SET_UP = {
  needs_second_factor_since: null,
  mail_code_expires_at: null,
  mail_confirmed_at: null,
}
export const NO_SESSION: Session = { csrf: null, expires_at: null, ...NO_SET_UP }

export const presentSession = async (
  { settings, clock }: Deps,
  w: HasDb,
  user: Pick<Staff, 'id' | 'username' | 'role'> | null,
  session: Session,
): Promise<DeskSession> => {
  const { csrf, expires_at, needs_second_factor_since } = session
  const { hasName, deskOrigin } = relyingPartyOf(settings)
  const isWaiting = user !== null && needs_second_factor_since !== null
  return {
    user: user && { id: user.id, username: user.username, role: user.role },
    csrf,
    expires_at: iso(expires_at),
    needs_second_factor: needs_second_factor_since !== null,
    set_up: isWaiting ? stepOf(session, await hasPasskeys(w, user.id), clock()) : null,
    passkeys: hasName && deskOrigin !== null,
    ...(hasName && deskOrigin !== null && { passkey_origin: deskOrigin }),
    not_set_up: null,
  }
}

function stepOf(session: Session, hasPasskey: boolean, now: number): SetUpStep {
  if (hasPasskey) return 'passkey'
  if (session.mail_confirmed_at !== null) return 'app'
  return (session.mail_code_expires_at ?? 0) > now ? 'code' : 'send'
}

type Entered = { readonly user: Staff; readonly isComplete: boolean }
type Opened = { readonly secret: string; readonly browser: string; readonly response: DeskSession }

/** @param enter checks the account in the transaction of the session */
export async function openSession(
  deps: Deps,
  request: FastifyRequest,
  { actor, action }: { readonly actor: Staff; readonly action: 'logIn' | 'logInWithPasskey' },
  enter: (w: Work) => Promise<Entered>,
): Promise<Opened> {
  const secret = secretText()
  const what = { resource: 'session', action, log: request.log }
  let browser = ''
  const response = await auditedChange(deps, actor, what, async (w) => {
    const { user, isComplete } = await enter(w)
    browser = (await noteBrowser(deps, w, request, user, 'new_browser_at_desk')).mark
    await recordEvent(w, user.id, 'desk_logged_in', clientOf(request))
    const session = {
      csrf: secretText(),
      user_id: user.id,
      token_version: user.token_version,
      created_at: w.now,
      expires_at: w.now + LIFETIME_MS,
      ...NO_SET_UP,
      needs_second_factor_since: isComplete ? null : w.now,
    }
    await insertDeskSession(w, { ...session, hash: sha256(secret) })
    const after = { role: user.role }
    const presented = await presentSession(deps, w, user, session)
    return { record: user.id, before: null, after, response: presented }
  })
  return { secret, browser, response }
}

export const sendSession = (
  request: FastifyRequest,
  reply: FastifyReply,
  { secret, browser, response }: Opened,
) => {
  const secure = request.protocol === 'https'
  const options = { path: DESK_API_BASE, httpOnly: true, sameSite: 'strict', secure } as const
  return reply
    .setCookie(DESK_COOKIE, secret, { ...options, maxAge: LIFETIME_MS / 1000 })
    .setCookie(BROWSER_COOKIE, browser, { ...options, maxAge: BROWSER_COOKIE_S })
    .send(response)
}
