import Type from 'typebox'
import { EMAIL_DELAY_DAYS } from '#contract/desk.ts'
import type { MemberId } from '#contract/ids.ts'
import { id } from '#contract/shapes.ts'
import { API_BASE } from '../../../http/apiBase.ts'
import { addressMail, type MailWork, mailTable } from '../../../mail/table.ts'
import { secretText, sha256 } from '../../../text/secrets.ts'
import type { Work } from '../../../work/work.ts'
import {
  asWritten,
  dayInMail,
  newLink,
  newPasswordLink,
  SET_PASSWORD_DAYS,
  type Written,
} from '../mails.ts'
import { findUser, type User } from '../repository.ts'
import { type EmailChange, findChange, saveChangeLink } from './emailChangeRepository.ts'

/** Days within which the old e-mail address can undo a change. */
export const UNDO_EMAIL_DAYS = 7
/** Hours within which the new e-mail address must confirm. */
export const CONFIRM_EMAIL_HOURS = 24

type Step = 'asked' | 'stopped' | 'changed' | 'undone'
/** Address that a mail goes to. */
type Side = 'old' | 'new'
type Changed = Pick<EmailChange, 'id' | 'user_id' | 'old_email' | 'new_email'>

/** `by` has the language of an address without an account. */
const CHANGE = { change: Type.Integer(), by: id<MemberId>() }

export const credentialMails = mailTable(null, {
  'confirm-email': addressMail({
    data: CHANGE,
    async find(w, { change: id }) {
      const change = await findChange(w, id)
      const isOpen =
        change !== undefined && change.confirmed_at === null && change.expires_at > w.now
      if (!isOpen) return null
      return { to: change.new_email, link: await linkOf(w, change, 'confirm') }
    },
    text: 'confirm_email',
    // The mail does not name the user: the recipient may be a stranger.
    values: () => ({ hours: CONFIRM_EMAIL_HOURS }),
    to: ({ to }) => to,
    link: ({ link }) => link,
  }),
  'email-changed': addressMail({
    data: CHANGE,
    async find(w, { change: id }) {
      const found = await findChanged(w, id)
      if (found === null || found.change.undone_at !== null) return null
      return { ...found, link: await linkOf(w, found.change, 'undo') }
    },
    text: ({ change }) => (change.way === null ? 'email_changed' : 'staff_email_changed'),
    values: ({ user }) => ({ username: user.username, days: UNDO_EMAIL_DAYS }),
    to: ({ change }) => change.old_email,
    link: ({ link }) => link,
  }),
  'staff-email': addressMail({
    data: {
      ...CHANGE,
      step: Type.Unsafe<Step>(Type.String()),
      side: Type.Unsafe<Side>(Type.String()),
    },
    async find(w, { change: id, step, side }, to): Promise<Written | null> {
      const found = await findChanged(w, id)
      if (found === null) return null
      const { change, user } = found
      if (step === 'asked') return side === 'old' ? askOld(w, change, user) : askNew(w, change)
      if (step === 'stopped') return { text: 'staff_email_stopped', to }
      if (step === 'undone') return { text: 'staff_email_undone', to }
      // The account may have another address since.
      if (user.email_key !== change.new_email_key) return null
      const link = await newPasswordLink(w, user)
      return { text: 'staff_email_done', to, link, values: { days: SET_PASSWORD_DAYS } }
    },
    ...asWritten,
  }),
})

export const mailOldAddress = (w: Work, { id, user_id, old_email }: Changed): void =>
  w.mail(old_email, credentialMails.of('email-changed', { change: id, by: user_id }))

/** A step of a change by staff; the mail about its end at the former address is `email-changed`. */
export function mailStep(w: Work, change: Changed, step: Step): void {
  const sides: readonly Side[] = step === 'asked' || step === 'stopped' ? ['old', 'new'] : ['new']
  for (const side of sides)
    w.mail(
      change[`${side}_email`],
      credentialMails.of('staff-email', { change: change.id, step, side, by: change.user_id }),
    )
}

async function findChanged(w: MailWork, id: number) {
  const change = await findChange(w, id)
  const user = change && (await findUser(w, change.user_id))
  return change === undefined || user === undefined ? null : { change, user }
}

/** The secret of a link exists in its mail alone; a mail that is sent again has a new one. */
async function linkOf(w: MailWork, { id }: EmailChange, what: 'confirm' | 'undo') {
  const secret = secretText()
  const hash = sha256(secret)
  await saveChangeLink(w, id, what === 'undo' ? { undo_hash: hash } : { confirm_hash: hash })
  return `${w.settings.publicUrl}${API_BASE}/account/${what}-email/${secret}`
}

const isWaiting = ({ confirmed_at, expires_at }: EmailChange, { now }: MailWork): boolean =>
  confirmed_at === null && expires_at > now

const dataOf = ({ id }: EmailChange): string => JSON.stringify({ email_change: id })

async function askOld(w: MailWork, change: EmailChange, user: User) {
  if (!isWaiting(change, w) || change.old_email_key !== user.email_key) return null
  const { due_at, old_email: to, new_email } = change
  const data = dataOf(change)
  const stop = await newLink(w, user, { purpose: 'stop_email', data })
  const reason = change.reason ?? ''
  const values = { username: user.username, new_email, reason, days: EMAIL_DELAY_DAYS, stop }
  if (due_at !== null) {
    const date = dayInMail(due_at, w.kit.current().language)
    return { text: 'staff_email_wait', to, link: stop, values: { ...values, date } } as const
  }
  const link = await newLink(w, user, { purpose: 'approve_email', data })
  return { text: 'staff_email_approve', to, link, values } as const
}

/** The mail does not name the user: the recipient may be a stranger. */
async function askNew(w: MailWork, change: EmailChange) {
  if (!isWaiting(change, w)) return null
  const { user_id, new_email: to, due_at } = change
  const account = { id: user_id, email_key: null }
  const link = await newLink(w, account, { purpose: 'stop_email', data: dataOf(change) })
  const date = due_at === null ? '' : dayInMail(due_at, w.kit.current().language)
  return { text: 'staff_email_new', to, link, values: { date } } as const
}
