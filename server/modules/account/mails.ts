import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import type { MemberId } from '#contract/ids.ts'
import { LINK_HASH } from '#contract/pages.ts'
import { RESTRICTION_KINDS } from '#contract/sets.ts'
import { id } from '#contract/shapes.ts'
import { listed } from '#shared/lists.ts'
import { timeRange } from '#shared/timeRange.ts'
import { DAY_MS, HOUR_MS } from '../../config/time.ts'
import type { Read } from '../../db/rows.ts'
import { API_BASE } from '../../http/apiBase.ts'
import { chosenLanguage } from '../../http/requestLanguage.ts'
import type { MailText } from '../../mail/renderMail.ts'
import { addressMail, type MailWork, mail, mailTable, optionalText } from '../../mail/table.ts'
import { emailKey } from '../../text/keys.ts'
import { contactOf, fillIn, type Kit } from '../../text/kit.ts'
import { makeVault, secretText, sha256 } from '../../text/secrets.ts'
import { iso } from '../../text/time.ts'
import type { Work } from '../../work/work.ts'
import { isApplied } from './admission/repository.ts'
import { mayTakeBack } from './credentials/emailChangeRepository.ts'
import {
  countLinks,
  findUser,
  findUserByEmailKey,
  insertLink,
  type LinkPurpose,
  type User,
} from './repository.ts'

const DAY = /^\d{4}-\d{2}-\d{2}$/
// Mails that wait during an upgrade from 0.6.0 have days and names in English words already.
const dayOf = (text: string, language: string): string =>
  (DAY.test(text) && timeRange(text, null, 'UTC', { language })) || text

/** A day in UTC in the data of a mail. @param timestamp epoch milliseconds */
export const dayInData = (timestamp: number): string => iso(timestamp).slice(0, 10)

/** A day in UTC. */
export const dayInMail = (timestamp: number, language: string): string =>
  dayOf(dayInData(timestamp), language)

/** Names in the data of a mail; none of them has a line break. */
export const namesInData = (names: readonly string[]): string => names.join('\n')

type Values = Readonly<Record<string, string>>
type ReadValue = (value: string, kit: Kit) => string

const day: ReadValue = (value, { language }) => dayOf(value, language)

const names: ReadValue = (value, { texts, language }) => {
  if (value.startsWith('“')) return value
  const quoted = value.split('\n').map((name) => fillIn(texts.mail.layout.quoted, { name }))
  return listed(quoted, language)
}

/** Such as "Firefox on Linux"; see `Client`. */
const client: ReadValue = (value, { texts }) => {
  const [, browser, system] = /^(.+) on (.+)$/.exec(value) ?? []
  if (system === undefined) return value
  return fillIn(texts.mail.layout.browser_on_system, { browser, system })
}

const NOTICE_DATA = {
  archive: optionalText(),
  browser: optionalText(),
  codes: optionalText(),
  date: optionalText(),
  days: optionalText(),
  feeds: optionalText(),
  forgot: optionalText(),
  hours: optionalText(),
  kept: optionalText(),
  left: optionalText(),
  name: optionalText(),
  names: optionalText(),
  network: optionalText(),
  new_email: optionalText(),
  passkeys: optionalText(),
  second_step: optionalText(),
}
type NoticeData = { readonly [Name in keyof typeof NOTICE_DATA]?: string }

const READ: Readonly<Record<string, ReadValue>> = {
  date: day,
  second_step: day,
  archive: day,
  passkeys: names,
  names,
  kept: names,
  browser: client,
}
/** What is unknown is said to be. */
const CLIENT = ['browser', 'network']

/** Values of a notice for its reader: the data have days in ISO 8601, and names as lines. */
export const noticeValues = (data: NoticeData, kit: Kit): Values =>
  Object.fromEntries(
    Object.entries(data).map(([name, text]) => {
      if (text === '') return [name, CLIENT.includes(name) ? kit.texts.mail.layout.unknown : '']
      return [name, READ[name]?.(text, kit) ?? text]
    }),
  )

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
type CarriedInvite = { readonly invite?: string }

/** @param secret of the invite link @param recipient the e-mail address as it was typed */
export const carriedInvite = (
  jwtSecret: string,
  recipient: string,
  secret: string | undefined,
): CarriedInvite =>
  secret === undefined
    ? {}
    : { invite: makeVault(jwtSecret, 'invite link').seal(secret, recipient) }

/** Mails about the security of an account; each has a link "that was not me". */
type Notice =
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

type Member = { readonly id: MemberId; readonly email: string }
type About = Omit<Parameters<typeof accountMails.of<'security-notice'>>[1], 'user'>

/**
 * Mails a notice to the present address of the account.
 * @param about what fills the texts `notice_<name>` of `locales/en/mail.json` by `noticeValues`; `undo` is JSON, and what
 * the link undoes besides ending all sessions
 */
export const notify = (w: Work, { id, email }: Member, about: About): void =>
  w.mail(email, accountMails.of('security-notice', { user: id, ...about }))

/** The language of the request, for an account without one. */
type AskedIn = { readonly language?: string }
export const askedIn = (request: FastifyRequest): AskedIn => {
  const language = chosenLanguage(request)
  return language === null ? {} : { language }
}

/** What the look of a mail needs where `find` makes all of it. */
export type Written = {
  readonly text: MailText
  readonly to: string
  readonly link?: string
  readonly values?: Readonly<Record<string, string | number>>
}
export const asWritten = {
  text: ({ text }: Written) => text,
  to: ({ to }: Written) => to,
  link: ({ link }: Written) => link,
  values: ({ values = {} }: Written) => values,
}

/* Links to activate and for a new password are enqueued for every address; only `find` looks for its account. */
export const accountMails = mailTable(null, {
  activation: addressMail({
    data: { user: id<MemberId>(), invite: optionalText() },
    async find(w, data, address) {
      const user = await findUser(w, data.user)
      const isNeeded = user !== undefined && user.activated_at === null
      return isNeeded ? activation(w, user, inviteIn(w, data, address)) : null
    },
    ...asWritten,
  }),
  'activation-again': addressMail({
    data: { invite: optionalText(), language: optionalText() },
    async find(w, data, address) {
      const user = await findUserByEmailKey(w, emailKey(address))
      if (user === undefined || user.activated_at !== null || user.deactivated_at !== null)
        return null
      const purpose = user.invited_at === null ? 'activation' : 'password_reset'
      if (await hasManyLinks(w, user, purpose)) return null
      return activation(w, user, inviteIn(w, data, address))
    },
    ...asWritten,
  }),
  'password-reset': addressMail({
    data: { language: optionalText() },
    async find(w, _data, address) {
      const user = await findUserByEmailKey(w, emailKey(address))
      if (user === undefined || user.deactivated_at !== null) return null
      if (await hasManyLinks(w, user, 'password_reset')) return null
      return { to: user.email, link: await newLink(w, user, { purpose: 'password_reset' }) }
    },
    text: 'password_reset',
    values: () => ({ hours: RESET_HOURS }),
    // The stored e-mail address: the typed one may be another with the same key.
    to: ({ to }) => to,
    link: ({ link }) => link,
  }),
  'security-notice': addressMail({
    data: {
      user: id<MemberId>(),
      notice: Type.Unsafe<Notice>(Type.String()),
      undo: optionalText(),
      ...NOTICE_DATA,
    },
    async find(w, { user: member, notice, undo, ...data }, address) {
      const user = await findUser(w, member)
      // The recipient is the address at the time of the event, unless the account has lost it for good: it was the
      // address of a change that was undone.
      const email_key = emailKey(address)
      const isOwn =
        email_key === user?.email_key ||
        (user !== undefined && (await mayTakeBack(w, user.id, email_key)))
      if (!isOwn) return null
      const link = { purpose: 'not_me', data: undo ?? null } as const
      const not_me = await newLink(w, { id: user.id, email_key }, link)
      return { notice, data, not_me, username: user.username }
    },
    text: ({ notice }) => `notice_${notice}` as const,
    values: ({ username, not_me, data }, { kit }) => ({
      ...{ username, not_me },
      // A sentence about calendar links is only in mails that have ended some.
      feeds: '',
      ...noticeValues(data, kit.current()),
    }),
    link({ notice, not_me }, { settings }) {
      const row = ROWS[notice]
      if (row === undefined) return not_me
      return `${settings.publicUrl}/discordia/dashboard?section=${row}&tab=settings#section-${row}`
    },
  }),
  /** Staff keep the member from writing or from events until a day, or, without one, no longer. */
  restricted: mail({
    data: { kind: Type.Enum(RESTRICTION_KINDS), date: Type.String(), reason: Type.String() },
    text: ({ kind, date }) =>
      date === '' ? (`${kind}_lifted` as const) : (`${kind}_kept` as const),
    values: ({ date, reason }, w) => ({ date: dayOf(date, w.kit.current().language), reason }),
    replyTo: (_data, w) => contactOf(w),
  }),
  /** The name was changed by staff, who get the replies. */
  'name-changed': mail({
    data: { old_name: Type.String(), name: Type.String(), reason: Type.String() },
    text: 'name_changed',
    values: (names) => names,
    page: () => '/discordia/dashboard',
    replyTo: (_names, w) => contactOf(w),
  }),
})

const inviteIn = ({ jwtSecret }: MailWork, { invite }: CarriedInvite, address: string) =>
  invite === undefined ? null : makeVault(jwtSecret, 'invite link').open(invite, address)

/**
 * The mail does not name the user: the e-mail address is not confirmed yet, and a name can be an advertisement.
 * @param invite secret of the invite link that led to the registration
 */
async function activation(w: MailWork, user: User, invite: string | null): Promise<Written> {
  const to = user.email
  if (user.invited_at !== null) {
    // The team has made the account. Setting the password activates it.
    const values = { username: user.username, days: SET_PASSWORD_DAYS }
    return { text: 'account_invite', to, link: await newPasswordLink(w, user), values }
  }
  const page = await newLink(w, user, { purpose: 'activation' })
  return {
    text: (await isApplied(w, user.id)) ? 'application_confirm' : 'activation',
    to,
    // The fragment opens the invite in the browser of the mail, whichever that is, and reaches no server.
    link: invite === null ? page : `${page}${LINK_HASH}${invite}`,
    // A stranger may have registered this e-mail address: a reset lets its owner set another password.
    values: { own_password: `${w.settings.publicUrl}/auth/forgot-password` },
  }
}

/** A link that sets a password, in a mail that the recipient has not requested. */
export const newPasswordLink = (w: LinkWork, user: Pick<User, 'id' | 'email_key'>) =>
  newLink(w, user, { purpose: 'password_reset', lifetimeMs: SET_PASSWORD_DAYS * DAY_MS })

const hasManyLinks = async (w: Read, user: User, purpose: LinkPurpose) =>
  (await countLinks(w, user.id, purpose)) >= LINKS_PER_HOUR

const LINKS: Readonly<Record<LinkPurpose, { page: string; lifetimeMs: number | null }>> = {
  activation: { page: '/auth/activate-account', lifetimeMs: null },
  password_reset: { page: '/auth/verified-change-password', lifetimeMs: RESET_HOURS * HOUR_MS },
  not_me: { page: `${API_BASE}/account/not-me`, lifetimeMs: NOT_ME_DAYS * DAY_MS },
  // These end with the change that they are about.
  approve_email: { page: `${API_BASE}/account/approve-email`, lifetimeMs: STAFF_EMAIL_MS },
  stop_email: { page: `${API_BASE}/account/stop-email`, lifetimeMs: STAFF_EMAIL_MS },
}

export type LinkWork = Read & { readonly settings: { readonly publicUrl: string } }
type Link = {
  readonly purpose: LinkPurpose
  readonly data?: string | null
  readonly lifetimeMs?: number | null
}

/**
 * The secret of a link exists in its mail alone; the database keeps a hash.
 * @param user with the address that the link is mailed to; null: one that the account does not have
 */
export async function newLink(
  w: LinkWork,
  user: Pick<User, 'id'> & { readonly email_key: string | null },
  { purpose, data = null, lifetimeMs = LINKS[purpose].lifetimeMs }: Link,
): Promise<string> {
  const secret = secretText()
  await insertLink(w, {
    hash: sha256(secret),
    purpose,
    user_id: user.id,
    email_key: user.email_key,
    created_at: w.now,
    expires_at: lifetimeMs === null ? null : w.now + lifetimeMs,
    data,
  })
  return `${w.settings.publicUrl}${LINKS[purpose].page}/${secret}`
}
