import Type from 'typebox'
import { SESSIONS_ENDED_HASH } from '#contract/account.ts'
import type { MemberId, PasskeyId } from '#contract/ids.ts'
import type { MemberSecurityEvent } from '#contract/sets.ts'
import { fileResponse } from '#contract/shapes.ts'
import { CLOCK_DIFFERENCE_MS, DAY_MS } from '../../../config/time.ts'
import { violationOf } from '../../../db/constraints.ts'
import { deleteRowsSince, type HasDb, type Read } from '../../../db/rows.ts'
import { type Client, clientOf } from '../../../http/client.ts'
import { type App, type Deps, limited } from '../../../http/deps.ts'
import { unusableHash } from '../../../http/passwords.ts'
import { acceptAnyBody, plainPage, readersKit } from '../../../http/plainPage.ts'
import type { SecurityEvent } from '../../../http/securityLog.ts'
import type { Kit, KitTexts } from '../../../text/kit.ts'
import { escapeHtml } from '../../../text/markup.ts'
import { sha256 } from '../../../text/secrets.ts'
import { changing, type Work } from '../../../work/work.ts'
import { dayInData, type LinkWork, namesInData, newLink, notify } from '../mails.ts'
import { deletePasskey, listPasskeys } from '../passkeys/passkeyRepository.ts'
import { withdrawDeletion } from '../personal-data/eraser.ts'
import { deleteExportSince } from '../personal-data/exportRepository.ts'
import { isOpen } from '../policy.ts'
import {
  changeUser,
  findLink,
  lockUser,
  setPassword,
  spendLink,
  spendLinks,
  type User,
} from '../repository.ts'
import {
  deleteSecondFactorOf,
  deleteSecondFactorSince,
} from '../second-factor/secondFactorRepository.ts'
import { firstNewBrowser, recordEvent } from '../security-log/eventRepository.ts'
import { forgetKnown, startOfFamily } from '../sessions/repository.ts'
import { shutOut } from '../sessions/shutOut.ts'
import { type CalendarLinks, endCalendarLinks } from './calendarLinks.ts'
import {
  type EmailChange,
  findChangeBy,
  findStaffChange,
  isEmailReserved,
  markUndone,
} from './emailChangeRepository.ts'
import { mailOldAddress, mailStep } from './mails.ts'
import { applyStaffChange, logMove, moveUser, stopByServer, waitingChange } from './staffEmail.ts'

type ActionDeps = Pick<Deps, 'db' | 'clock' | 'settings'> & {
  readonly removeElsewhere: RemoveElsewhere
  readonly calendarLinks: CalendarLinks
}
/** `link`: the next page of the browser. */
type OutcomePage =
  | 'unknown'
  | 'used'
  | 'email_taken'
  | 'email_confirmed'
  | 'email_approved'
  | 'email_stopped'
type Outcome =
  | { readonly page: OutcomePage; readonly user?: User }
  | { readonly link: string; readonly user: User }

type Action = (deps: ActionDeps, secret: string, client: Client) => Promise<Outcome>

const UNKNOWN: Outcome = { page: 'unknown' }
const USED: Outcome = { page: 'used' }

/**
 * Ends every session and the password, which someone else knows, and issues a link for a new one: the mailed link has
 * proven the mailbox. Browsers and networks of the thief are forgotten.
 */
async function secure(w: LinkWork, user: User): Promise<Outcome> {
  await shutOut(w, user.id)
  await setPassword(w, user.id, unusableHash())
  await forgetKnown(w, user.id)
  const link = await newLink(w, user, { purpose: 'password_reset' })
  return { user, link: `${link}${SESSIONS_ENDED_HASH}` }
}

const reportNotMe: Action = (deps, secret, client) =>
  changing(deps, async (w) => {
    const hash = sha256(secret)
    const seen = await findLink(w, 'not_me', hash)
    const user = seen && (await lockUser(w, seen.user_id))
    const link = await findLink(w, 'not_me', hash)
    if (user === undefined || link === undefined || user.deactivated_at !== null) return UNKNOWN
    if (!isOpen(link, w)) return USED
    await spendLink(w, link.id)
    await undo(w, user, link.data)
    await withdrawDeletion(w, user, client)
    await recordEvent(w, user.id, 'reported_not_me', client)
    await endCalendarLinks(w, user.id, client)
    return secure(w, user)
  })

/**
 * Undoes the change that the mail was about. A second step of staff stays, since it guards the desk: superusers remove
 * it.
 */
async function undo(w: HasDb, { id, role }: User, data: string | null): Promise<void> {
  const about = JSON.parse(data ?? '{}') as { passkey?: PasskeyId; second_step?: number }
  if (about.passkey !== undefined) await deletePasskey(w, id, about.passkey)
  if (about.second_step !== undefined && role === 'player')
    await deleteSecondFactorOf(w, id, about.second_step)
}

const confirmEmail: Action = (deps, secret, client) =>
  changing(deps, async (w) => {
    const found = await lockedChange(w, 'confirm_hash', secret)
    if (found === null) return UNKNOWN
    const { change, user } = found
    if (change.confirmed_at !== null) return USED
    const isStillAsked = change.old_email_key === user.email_key && change.expires_at > w.now
    if (!isStillAsked) return UNKNOWN
    if (await isEmailReserved(w, change.new_email_key, user.id))
      return { page: 'email_taken' } as const
    const isWayBack = await moveUser(w, change)
    await recordEvent(w, user.id, 'email_changed', client)
    if (!isWayBack) mailOldAddress(w, change)
    return { page: 'email_confirmed', user } as const
  }).catch(taken)

/** Another account took the address at the same moment. */
function taken(error: unknown): Outcome {
  if (violationOf(error)?.rule === 'unique') return { page: 'email_taken' }
  throw error
}

const takeBack: Action = (deps, secret, client) =>
  changing(deps, async (w) => {
    const found = await lockedChange(w, 'undo_hash', secret)
    if (found === null) return UNKNOWN
    const { change, user } = found
    if (change.undone_at !== null) return USED
    if (change.expires_at <= w.now - CLOCK_DIFFERENCE_MS) return UNKNOWN
    const address = { email: change.old_email, email_key: change.old_email_key }
    const owner = { ...user, ...address }
    await markUndone(w, change)
    const waiting = await findStaffChange(w, user.id)
    if (waiting !== undefined) await stopByServer(w, { user, change: waiting }, client)
    if (change.way !== null) await tellOfUndo(w, user, change)
    await changeUser(w, user.id, address)
    await spendLinks(w, user.id, 'not_me')
    const since = await takenSince(w, change)
    const removal = { since, client, elsewhere: deps.removeElsewhere }
    const removed = await removeNewer(w, user.id, removal)
    await withdrawDeletion(w, owner, client)
    await recordEvent(w, user.id, 'email_change_undone', client)
    const values = { ...removed, forgot: `${deps.settings.publicUrl}/auth/forgot-password` }
    notify(w, owner, { notice: 'email_change_undone', ...values })
    return secure(w, owner)
  })

/** A change by staff is undone: its new address and the superusers learn of it. */
async function tellOfUndo(w: Work, user: User, change: EmailChange): Promise<void> {
  mailStep(w, change, 'undone')
  await logMove(w, user, { action: 'emailTakenBack', from: user.email, to: change.old_email })
}

const undoEmail: Action = (...call) => takeBack(...call).catch(taken)

/** Finds and locks the change of an account that is not deactivated. */
async function lockedChange(
  w: HasDb,
  link: 'confirm_hash' | 'undo_hash',
  secret: string,
): Promise<{ change: EmailChange; user: User } | null> {
  const seen = await findChangeBy(w, link, sha256(secret))
  const user = seen && (await lockUser(w, seen.user_id))
  const change = await findChangeBy(w, link, sha256(secret))
  if (user === undefined || change === undefined || user.deactivated_at !== null) return null
  return { change, user }
}

/** Removes rows of other modules at an undo. Injected by `server/modules.ts`. */
export type RemoveElsewhere = (
  w: HasDb,
  member: MemberId,
  since: number,
) => Promise<{ readonly feeds: number; readonly names: readonly string[] }>

type Removal = {
  /** Epoch milliseconds. */
  readonly since: number
  readonly client: Client
  readonly elsewhere: RemoveElsewhere
}

/** A login that is older is more likely one of the owner than one of a thief. */
const LOGIN_MAX_MS = DAY_MS

/**
 * Earliest time at which a thief may have had the account, since one may prepare before requesting the change: the
 * login of the requesting session, or an earlier one with a new browser, on the day before.
 */
async function takenSince(w: HasDb, change: EmailChange): Promise<number> {
  const { user_id, family, requested_at, way, confirmed_at } = change
  // Nothing from before opens an account after a change by staff: what its owner did until then stays.
  if (way !== null) return confirmed_at ?? requested_at
  const earliest = requested_at - LOGIN_MAX_MS
  const begun = family === null ? undefined : await startOfFamily(w, user_id, family)
  const strange = await firstNewBrowser(w, user_id, earliest)
  const logins = [begun ?? requested_at, strange ?? requested_at, requested_at]
  return Math.max(Math.min(...logins), earliest)
}

/**
 * Removes every login method and every request that is newer than `since`.
 * @returns the values of the mail about it; empty: there was none
 */
async function removeNewer(w: Read, user: MemberId, { since, client, elsewhere }: Removal) {
  const passkeys = await deleteRowsSince(w.db, 'passkeys', { user, since })
  const factor = await deleteSecondFactorSince(w, user, since)
  const codes = await deleteRowsSince(w.db, 'recovery_codes', { user, since })
  const { feeds, names } = await elsewhere(w, user, since)
  const archive = await deleteExportSince(w, user, since)
  const events: readonly [MemberSecurityEvent, boolean][] = [
    ['passkey_removed', passkeys.length > 0],
    ['second_step_off', factor !== null],
    ['feed_revoked', feeds > 0],
  ]
  for (const [event, isSo] of events) if (isSo) await recordEvent(w, user, event, client)
  const kept = await listPasskeys(w, user)
  return {
    passkeys: namesInData(passkeys.map(({ name }) => name)),
    second_step: factor === null ? '' : dayInData(factor),
    codes: codes.length > 0 && factor === null ? String(codes.length) : '',
    feeds: feeds > 0 ? String(feeds) : '',
    names: namesInData(names),
    archive: archive === undefined ? '' : dayInData(archive),
    kept: namesInData(kept.map(({ name }) => name)),
  }
}

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
  if (!isOpen(link, w)) return USED
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
export function mailedPagesRoutes(open: App, deps: PageDeps): void {
  acceptAnyBody(open, deps)
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
