import Type from 'typebox'
import { fileResponse } from '#contract/shapes.ts'
import type { Read } from '../../../db/schema.ts'
import { acceptAnyBody } from '../../../http/anyBody.ts'
import { clientOf } from '../../../http/client.ts'
import type { App, Deps } from '../../../http/deps.ts'
import { plainPage, readersKit } from '../../../http/plainPage.ts'
import type { SecurityEvent } from '../../../http/securityLog.ts'
import { limited } from '../../../http/serve.ts'
import type { Kit, KitTexts } from '../../../text/kit.ts'
import { escapeHtml } from '../../../text/markup.ts'
import { sha256 } from '../../../text/secrets.ts'
import { changing } from '../../../work/work.ts'
import { isOpen } from '../policy.ts'
import { findLink, lockUser, type User } from '../repository.ts'
import type { EmailChange } from './emailChangeRepository.ts'
import {
  type Action,
  type ActionDeps,
  confirmEmail,
  type Outcome,
  reportNotMe,
  taken,
  UNKNOWN,
  USED,
  undoEmail,
} from './mailedActions.ts'
import { applyStaffChange, stopByServer, waitingChange } from './staffEmail.ts'

type Page = keyof KitTexts['pages']['account']
type PageDeps = Deps & ActionDeps

type MailedLink = {
  readonly url: string
  readonly operation: string
  readonly about: string
  readonly ask: Page
  readonly action: typeof reportNotMe
  readonly event: SecurityEvent
}

/* Buttons behind the links of a change by staff. The links are bound to the change, and used up with it. */

type Purpose = 'approve_email' | 'stop_email'
type Found = { readonly user: User; readonly change: EmailChange }

/** The owner of the former mailbox agrees, and the change is made. */
const approveEmail: Action = ({ db, clock }, secret, client) =>
  changing({ db, clock }, async (w): Promise<Outcome> => {
    const found = await locked(w, 'approve_email', secret)
    if (!('change' in found)) return found
    const isDone = await applyStaffChange(w, found, client)
    return isDone ? { page: 'email_approved', user: found.user } : { page: 'email_taken' }
  }).catch(taken)

/** The owner of either mailbox stops the change. */
const stopEmail: Action = ({ db, clock }, secret, client) =>
  changing({ db, clock }, async (w): Promise<Outcome> => {
    const found = await locked(w, 'stop_email', secret)
    if (!('change' in found)) return found
    await stopByServer(w, found, client)
    return { page: 'email_stopped', user: found.user }
  })

/** Finds the change of a link, with its account locked. @returns the page of a refusal otherwise */
async function locked(w: Read, purpose: Purpose, secret: string): Promise<Found | Outcome> {
  const hash = sha256(secret)
  const seen = await findLink(w, purpose, hash)
  const user = seen && (await lockUser(w, seen.user_id))
  const link = await findLink(w, purpose, hash)
  if (user === undefined || link === undefined || user.deactivated_at !== null) return UNKNOWN
  if (!isOpen(link, w.now)) return USED
  const { email_change } = JSON.parse(link.data ?? '{}') as { email_change?: number }
  const change = await waitingChange(w, email_change ?? 0, user)
  return change === undefined ? USED : { user, change }
}

const LINKS: readonly MailedLink[] = [
  {
    url: '/account/not-me/:secret',
    operation: 'NotMe',
    about: 'reporting that something was done by somebody else',
    ask: 'ask_not_me',
    action: reportNotMe,
    event: 'reported_not_me',
  },
  {
    url: '/account/confirm-email/:secret',
    operation: 'ConfirmEmail',
    about: 'confirming a new e-mail address',
    ask: 'ask_confirm_email',
    action: confirmEmail,
    event: 'email_changed',
  },
  {
    url: '/account/undo-email/:secret',
    operation: 'UndoEmail',
    about: 'undoing the change of an e-mail address',
    ask: 'ask_undo_email',
    action: undoEmail,
    event: 'email_change_undone',
  },
  {
    url: '/account/approve-email/:secret',
    operation: 'ApproveEmail',
    about: 'agreeing to a change of an e-mail address by staff',
    ask: 'ask_approve_email',
    action: approveEmail,
    event: 'email_changed',
  },
  {
    url: '/account/stop-email/:secret',
    operation: 'StopEmail',
    about: 'stopping a change of an e-mail address by staff',
    ask: 'ask_stop_email',
    action: stopEmail,
    event: 'email_change_stopped',
  },
]

const described = {
  tags: ['Account security'],
  params: Type.Object({ secret: Type.String() }),
  response: {
    200: fileResponse('A page that says what happens', 'text/html'),
    303: fileResponse('On to the page that sets a new password', 'text/html'),
    404: fileResponse('A page: no mail of ours had this link', 'text/html'),
  },
} as const

/**
 * Pages behind the links of security mails. GET shows a button and changes nothing, as programs open links of mails;
 * its POST performs the action. They need no session, which may be a thief's. Needs a scope of its own: it takes bodies
 * of any type, unread.
 */
export function mailedPagesModule(open: App, deps: PageDeps): void {
  acceptAnyBody(open)
  for (const link of LINKS) serveLink(open, deps, link)
}

function serveLink(
  open: App,
  deps: PageDeps,
  { url, operation, about, ask, action, event }: MailedLink,
) {
  const config = limited(60, 1)
  open.route({
    method: 'GET',
    url,
    config,
    schema: { operationId: `ask${operation}`, summary: `Page for ${about}`, ...described },
    handler: async (request, reply) =>
      reply.type(HTML).send(page(readersKit(deps.kit.current(), request, reply), ask)),
  })
  open.route({
    method: 'POST',
    url,
    config,
    schema: { operationId: `do${operation}`, summary: `Act: ${about}`, ...described },
    handler: async (request, reply) => {
      const outcome: Outcome = await action(deps, request.params.secret, clientOf(request))
      const { log, ip } = request
      if (outcome.user) deps.security.report(log, event, { account: outcome.user.id, ip })
      if ('link' in outcome) return reply.redirect(outcome.link, 303)
      reply.status(outcome.page === 'unknown' ? 404 : 200).type(HTML)
      return reply.send(page(readersKit(deps.kit.current(), request, reply), outcome.page))
    },
  })
}

const HTML = 'text/html; charset=utf-8'

const SETTINGS = '/discordia/dashboard?tab=settings'
/** Opens the row of the email address. */
const EMAIL_SETTINGS = '/discordia/dashboard?section=email&tab=settings#section-email'
/** Pages after which the reader looks at the email address of the account, or changes it. */
const ABOUT_EMAIL: ReadonlySet<Page> = new Set(['email_confirmed', 'email_taken'])

/** Needs neither a session nor scripts. */
function page(kit: Kit, name: Page): string {
  const { account: words, to_settings } = kit.texts.pages
  const { title, body, button }: { title: string; body: string; button?: string } = words[name]
  const form =
    button === undefined ? '' : `<form method="post"><button>${escapeHtml(button)}</button></form>`
  return plainPage(kit, {
    title,
    content: `<section><p>${escapeHtml(body)}</p>${form}</section>`,
    links: [{ label: to_settings, path: ABOUT_EMAIL.has(name) ? EMAIL_SETTINGS : SETTINGS }],
    isPersonal: true,
  })
}
