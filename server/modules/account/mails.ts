import type { FastifyRequest } from 'fastify'
import { LINK_HASH } from '#contract/pages.ts'
import { CLOCK_DIFFERENCE_MS, DAY_MS, HOUR_MS } from '../../config/time.ts'
import { API_BASE } from '../../http/apiBase.ts'
import { chosenLanguage } from '../../http/requestLanguage.ts'
import { type Member, memberIn, memberMail } from '../../mail/jobs.ts'
import type { MailJob } from '../../mail/outbox.ts'
import { renderMail } from '../../mail/renderMail.ts'
import type { MailDeps, MailWriter, MailWriters } from '../../mail/worker.ts'
import { emailKey } from '../../text/keys.ts'
import { makeVault, secretText, sha256 } from '../../text/secrets.ts'
import { reading } from '../../work/work.ts'
import { mayTakeBack } from './credentials/emailChangeRepository.ts'
import { noticeValues } from './noticeValues.ts'
import {
  countLinks,
  findUser,
  findUserByEmailKey,
  insertLink,
  type LinkPurpose,
  type User,
} from './repository.ts'

const RESET_HOURS = 2
/** Days in which a link of the team sets a password: it is read after a holiday, too. */
export const SET_PASSWORD_DAYS = 7
/** A "that was not me" link; it is read after a holiday, too. */
const NOT_ME_DAYS = 30
/** Longer than a change by staff can wait. */
const STAFF_EMAIL_MS = 60 * DAY_MS
/** Mails of one kind to one account: enough for an impatient member, too few to flood a mailbox. */
const LINKS_PER_HOUR = 5

/** Data of an activation mail: the invite link that led to the registration, encrypted until it is sent. */
export type CarriedInvite = { readonly invite?: string }

/** @param secret of the invite link @param recipient the e-mail address as it was typed */
export const carriedInvite = (
  jwtSecret: string,
  recipient: string,
  secret: string | undefined,
): CarriedInvite =>
  secret === undefined
    ? {}
    : { invite: makeVault(jwtSecret, 'invite link').seal(secret, recipient) }

export const activationMail = (user: Member, invite: CarriedInvite = {}): MailJob =>
  memberMail('activation', user, invite)

/** Mails about the security of an account; each has a link "that was not me". */
export type Notice =
  | 'new_browser'
  | 'email_change_requested'
  | 'email_change_undone'
  | 'new_browser_at_desk'
  | 'password_changed'
  | 'second_step_on'
  | 'second_step_off'
  | 'second_step_reset'
  | 'recovery_code_used'
  | 'passkey_added'
  | 'passkey_removed'
  | 'export_ready'
  | 'deletion_requested'
  | 'deletion_withdrawn'
  | 'account_activated'

/** Rows of the settings that the button of a notice opens; else it is "that was not me". */
const ROWS: Partial<Record<Notice, string>> = {
  export_ready: 'data',
  deletion_requested: 'deletion',
}

/**
 * @param values fill the texts `notice_<name>` of `locales/en/mail.json` by `noticeValues`
 * @param undo JSON: what the link undoes besides ending all sessions
 */
export const securityNotice = (
  user: Member,
  notice: Notice,
  values: Readonly<Record<string, string>> = {},
  undo?: string,
): MailJob => memberMail('security-notice', user, { ...values, notice, ...(undo && { undo }) })

/** The language of the request, for an account without one. */
type AskedIn = { readonly language?: string }
export const askedIn = (request: FastifyRequest): AskedIn => {
  const language = chosenLanguage(request)
  return language === null ? {} : { language }
}

/** Enqueued for every e-mail address; only the writer looks for its account. */
export const passwordResetMail = (typedEmail: string, data: AskedIn = {}): MailJob => ({
  kind: 'password-reset',
  recipient: typedEmail,
  data,
})

export const activationAgainMail = (
  typedEmail: string,
  data: CarriedInvite & AskedIn = {},
): MailJob => ({
  kind: 'activation-again',
  recipient: typedEmail,
  data,
})

export const accountMailWriters: MailWriters = {
  async activation(mail, deps) {
    const user = await findUser(deps, memberIn(mail.data))
    return user === undefined || user.activated_at !== null ? null : activation(user, mail, deps)
  },

  async 'activation-again'(mail, deps) {
    const { recipient } = mail
    const user = await findUserByEmailKey(deps, emailKey(recipient))
    if (user === undefined || user.activated_at !== null || user.deactivated_at !== null)
      return null
    const purpose = user.invited_at === null ? 'activation' : 'password_reset'
    return (await hasManyLinks(user, purpose, deps)) ? null : activation(user, mail, deps)
  },

  async 'password-reset'({ recipient }, deps) {
    const user = await findUserByEmailKey(deps, emailKey(recipient))
    if (user === undefined || user.deactivated_at !== null) return null
    if (await hasManyLinks(user, 'password_reset', deps)) return null
    const link = await newLink(user, 'password_reset', deps)
    // The recipient is the stored e-mail address: the typed one may be another with the same key.
    return renderMail(deps.kit.current(), 'password_reset', {
      to: user.email,
      link,
      values: { hours: RESET_HOURS },
    })
  },

  async 'security-notice'({ recipient, data: sent }, deps) {
    const user = await findUser(deps, memberIn(sent))
    // The recipient is the address at the time of the event, unless the account has lost it for good: it was the
    // address of a change that was undone.
    const email_key = emailKey(recipient)
    const isOwn =
      email_key === user?.email_key ||
      (user !== undefined && (await mayTakeBack(reading(deps), user.id, email_key)))
    if (!isOwn) return null
    const { notice, undo, ...rest } = sent
    const owner = { id: user.id, email_key }
    const data = undo === undefined ? null : String(undo)
    const not_me = await newLink(owner, 'not_me', deps, { data })
    const kit = deps.kit.current()
    // A sentence about calendar links is only in mails that have ended some.
    const values = { username: user.username, not_me, feeds: '', ...noticeValues(rest, kit) }
    const row = ROWS[notice as Notice]
    const settingsRow = `${deps.settings.publicUrl}/discordia/dashboard?section=${row}&tab=settings#section-${row}`
    const link = row === undefined ? not_me : settingsRow
    return renderMail(kit, `notice_${notice as Notice}`, { to: recipient, link, values })
  },
}

/** The mail does not name the user: the e-mail address is not confirmed yet, and a name can be an advertisement. */
async function activation(
  user: User,
  { recipient, data }: Parameters<MailWriter>[0],
  deps: MailDeps,
) {
  if (user.invited_at !== null) return accountInvite(user, deps)
  const page = await newLink(user, 'activation', deps)
  const { invite } = data
  const secret =
    typeof invite === 'string'
      ? makeVault(deps.jwtSecret, 'invite link').open(invite, recipient)
      : null
  // The fragment opens the invite in the browser of the mail, whichever that is, and reaches no server.
  const link = secret === null ? page : `${page}${LINK_HASH}${secret}`
  // A stranger may have registered this e-mail address: a reset lets its owner set another password.
  const values = { own_password: `${deps.settings.publicUrl}/auth/forgot-password` }
  return renderMail(deps.kit.current(), 'activation', { to: user.email, link, values })
}

/** A mail to the member of an account that the team has made. Setting the password activates it. */
async function accountInvite(user: User, deps: MailDeps) {
  const link = await newPasswordLink(user, deps)
  const values = { username: user.username, days: SET_PASSWORD_DAYS }
  return renderMail(deps.kit.current(), 'account_invite', { to: user.email, link, values })
}

/** A link that sets a password, in a mail that nobody waits for. */
export const newPasswordLink = (user: Pick<User, 'id' | 'email_key'>, deps: LinkDeps) =>
  newLink(user, 'password_reset', deps, { lifetimeMs: SET_PASSWORD_DAYS * DAY_MS })

async function hasManyLinks(user: User, purpose: LinkPurpose, { db, clock }: MailDeps) {
  const now = clock()
  const lastHour = { since: now - HOUR_MS, until: now + CLOCK_DIFFERENCE_MS }
  const count = await countLinks({ db }, user.id, purpose, lastHour)
  return count >= LINKS_PER_HOUR
}

const LINKS: Readonly<Record<LinkPurpose, { page: string; lifetimeMs: number | null }>> = {
  activation: { page: '/auth/activate-account', lifetimeMs: null },
  password_reset: { page: '/auth/verified-change-password', lifetimeMs: RESET_HOURS * HOUR_MS },
  not_me: { page: `${API_BASE}/account/not-me`, lifetimeMs: NOT_ME_DAYS * DAY_MS },
  // These end with the change that they are about.
  approve_email: { page: `${API_BASE}/account/approve-email`, lifetimeMs: STAFF_EMAIL_MS },
  stop_email: { page: `${API_BASE}/account/stop-email`, lifetimeMs: STAFF_EMAIL_MS },
}

type LinkDeps = Pick<MailDeps, 'db' | 'clock' | 'settings'>
type LinkOptions = { readonly data?: string | null; readonly lifetimeMs?: number | null }

/**
 * The secret of a link exists in its mail alone; the database keeps a hash.
 * @param user with the address that the link is mailed to; null: one that the account does not have
 */
export async function newLink(
  user: Pick<User, 'id'> & { readonly email_key: string | null },
  purpose: LinkPurpose,
  { db, clock, settings }: LinkDeps,
  { data = null, lifetimeMs = LINKS[purpose].lifetimeMs }: LinkOptions = {},
) {
  const { page } = LINKS[purpose]
  const secret = secretText()
  const now = clock()
  await insertLink(
    { db },
    {
      hash: sha256(secret),
      purpose,
      user_id: user.id,
      email_key: user.email_key,
      created_at: now,
      expires_at: lifetimeMs === null ? null : now + lifetimeMs,
      data,
    },
  )
  return `${settings.publicUrl}${page}/${secret}`
}
