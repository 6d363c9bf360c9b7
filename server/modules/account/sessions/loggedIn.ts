import { createHmac } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { DAY_MS } from '../../../config/time.ts'
import type { Db } from '../../../db/schema.ts'
import { API_BASE } from '../../../http/apiBase.ts'
import { clientOf } from '../../../http/client.ts'
import type { Deps } from '../../../http/deps.ts'
import { networkKey } from '../../../http/networkKey.ts'
import { enqueue } from '../../../mail/outbox.ts'
import { secretText } from '../../../text/secrets.ts'
import { securityNotice } from '../mails.ts'
import type { User } from '../repository.ts'
import { recordEvent } from '../security-log/eventRepository.ts'
import { knowledgeOf, saveBrowser } from './browserRepository.ts'

/** Marks a browser; it tells the server nothing but that it was here before. */
const BROWSER_COOKIE = 'discordia-browser'
/** Browsers keep no cookie for longer. */
const COOKIE_DAYS = 400
const COOKIE_VALUE = new RegExp(`(?:^|;\\s*)${BROWSER_COOKIE}=([\\w-]{43})(?:;|$)`)

/**
 * What follows every login of the site, by password or passkey: an entry in the member's security log, and a mail when
 * the browser is new. A browser is known by its cookie, or, where it keeps none, by its name and network.
 * @param tx the transaction of the login
 */
export async function noteLogin(
  { jwtSecret, clock }: Pick<Deps, 'jwtSecret' | 'clock'>,
  tx: Db,
  request: FastifyRequest,
  reply: FastifyReply,
  user: User,
): Promise<void> {
  const now = clock()
  const client = clientOf(request)
  const kept = COOKIE_VALUE.exec(request.headers.cookie ?? '')?.[1]
  const mark = kept ?? secretText()
  const digest = (what: string) =>
    createHmac('sha256', jwtSecret).update(`browser ${user.email_key} ${what}`).digest('base64url')
  const digests = [
    digest(`cookie ${mark}`),
    digest(`name ${client.browser} ${networkKey(request.ip)}`),
  ]
  const knowledge = await knowledgeOf(tx, user.id, digests, now)
  await saveBrowser(tx, user.id, digests, now)
  reply.header('set-cookie', cookie(mark, request.protocol === 'https'))
  const isNew = knowledge === 'new'
  await recordEvent(tx, user.id, isNew ? 'logged_in_new_browser' : 'logged_in', client, now)
  if (!isNew) return
  const { browser, network } = client
  const values = { browser: browser ?? 'an unknown browser', network: network ?? 'unknown' }
  await enqueue(tx, securityNotice(user, 'new_browser', values), now)
}

function cookie(mark: string, isSecure: boolean): string {
  const age = (COOKIE_DAYS * DAY_MS) / 1000
  const parts = [`${BROWSER_COOKIE}=${mark}`, `Max-Age=${age}`, `Path=${API_BASE}/users`]
  return [...parts, 'HttpOnly', 'SameSite=Lax', ...(isSecure ? ['Secure'] : [])].join('; ')
}
