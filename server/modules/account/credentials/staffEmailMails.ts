import { EMAIL_DELAY_DAYS } from '#contract/desk.ts'
import type { MailJob } from '../../../mail/outbox.ts'
import { renderMail } from '../../../mail/renderMail.ts'
import type { MailDeps, MailWriters } from '../../../mail/worker.ts'
import { newLink, newPasswordLink, SET_PASSWORD_DAYS } from '../mails.ts'
import { dayInMail } from '../noticeValues.ts'
import { findUser, type User } from '../repository.ts'
import { type EmailChange, findChange } from './emailChangeRepository.ts'

/** Days after its due day within which a server that stood still makes a change after all. */
export const LATE_DAYS = 30

type Step = 'asked' | 'stopped' | 'changed' | 'undone'
/** Address that a mail goes to. */
type Side = 'old' | 'new'
type Email = `${Side}_email`

/** A step of a change by staff; the mail about its end at the former address is `emailChangedMail`. */
export const staffEmailMail = (
  { id, user_id, old_email, new_email }: Pick<EmailChange, 'id' | 'user_id' | Email>,
  step: Step,
  side: Side,
): MailJob => ({
  kind: 'staff-email',
  recipient: side === 'old' ? old_email : new_email,
  data: { change: id, step, side, by: user_id },
})

export const staffEmailWriters: MailWriters = {
  async 'staff-email'({ recipient, data }, deps) {
    const change = await findChange(deps, Number(data['change']))
    const user = change && (await findUser(deps, change.user_id))
    if (change === undefined || user === undefined) return null
    const { step, side } = data as { step: Step; side: Side }
    if (step === 'asked') return side === 'old' ? toOld(change, user, deps) : toNew(change, deps)
    const [kit, to] = [deps.kit.current(), recipient]
    if (step === 'stopped') return renderMail(kit, 'staff_email_stopped', { to })
    if (step === 'undone') return renderMail(kit, 'staff_email_undone', { to })
    // The account may have another address since.
    if (user.email_key !== change.new_email_key) return null
    const link = await newPasswordLink(user, deps)
    return renderMail(kit, 'staff_email_done', { to, link, values: { days: SET_PASSWORD_DAYS } })
  },
}

const isWaiting = ({ confirmed_at, expires_at }: EmailChange, { clock }: MailDeps): boolean =>
  confirmed_at === null && expires_at > clock()

const dataOf = ({ id }: EmailChange): string => JSON.stringify({ email_change: id })

async function toOld(change: EmailChange, user: User, deps: MailDeps) {
  if (!isWaiting(change, deps) || change.old_email_key !== user.email_key) return null
  const options = { data: dataOf(change) }
  const stop = await newLink(user, 'stop_email', deps, options)
  const values = {
    username: user.username,
    new_email: change.new_email,
    reason: change.reason ?? '',
    days: EMAIL_DELAY_DAYS,
    stop,
  }
  const kit = deps.kit.current()
  const to = change.old_email
  if (change.due_at !== null)
    return renderMail(kit, 'staff_email_wait', {
      to,
      link: stop,
      values: { ...values, date: dayInMail(change.due_at, kit.language) },
    })
  const link = await newLink(user, 'approve_email', deps, options)
  return renderMail(kit, 'staff_email_approve', { to, link, values })
}

/** The mail does not name the user: the recipient may be a stranger. */
async function toNew(change: EmailChange, deps: MailDeps) {
  if (!isWaiting(change, deps)) return null
  const { user_id: id, new_email: to, due_at } = change
  const link = await newLink({ id, email_key: null }, 'stop_email', deps, { data: dataOf(change) })
  const kit = deps.kit.current()
  const values = { date: due_at === null ? '' : dayInMail(due_at, kit.language) }
  return renderMail(kit, 'staff_email_new', { to, link, values })
}
