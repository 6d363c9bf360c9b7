import { API_BASE } from '../../../http/apiBase.ts'
import type { MailJob } from '../../../mail/outbox.ts'
import { renderMail } from '../../../mail/renderMail.ts'
import type { MailDeps, MailWriters } from '../../../mail/worker.ts'
import { secretText, sha256 } from '../../../text/secrets.ts'
import { findUser } from '../repository.ts'
import { type EmailChange, findChange, saveChangeLink } from './emailChangeRepository.ts'

/** Days within which the old e-mail address can undo a change. */
export const UNDO_EMAIL_DAYS = 7
/** Hours within which the new e-mail address must confirm. */
export const CONFIRM_EMAIL_HOURS = 24

type Changed<Side extends 'old_email' | 'new_email'> = Pick<EmailChange, 'id' | 'user_id' | Side>

export const confirmEmailMail = ({ id, user_id, new_email }: Changed<'new_email'>): MailJob => ({
  kind: 'confirm-email',
  recipient: new_email,
  data: { change: id, by: user_id },
})

export const emailChangedMail = ({ id, user_id, old_email }: Changed<'old_email'>): MailJob => ({
  kind: 'email-changed',
  recipient: old_email,
  data: { change: id, by: user_id },
})

const linkTo = ({ settings }: MailDeps, page: string, secret: string) =>
  `${settings.publicUrl}${API_BASE}/account/${page}/${secret}`

/** The secret of a link exists in its mail alone; a mail that is sent again has a new one. */
export const emailChangeWriters: MailWriters = {
  async 'confirm-email'({ data }, deps) {
    const change = await findChange(deps, Number(data['change']))
    const isOpen =
      change !== undefined && change.confirmed_at === null && change.expires_at > deps.clock()
    if (!isOpen) return null
    const secret = secretText()
    await saveChangeLink(deps, change.id, { confirm_hash: sha256(secret) })
    const link = linkTo(deps, 'confirm-email', secret)
    // The mail does not name the user: the recipient may be a stranger.
    const values = { hours: CONFIRM_EMAIL_HOURS }
    return renderMail(deps.kit.current(), 'confirm_email', { to: change.new_email, link, values })
  },

  async 'email-changed'({ data }, deps) {
    const change = await findChange(deps, Number(data['change']))
    const user = change && (await findUser(deps, change.user_id))
    if (user === undefined || change === undefined || change.undone_at !== null) return null
    const secret = secretText()
    await saveChangeLink(deps, change.id, { undo_hash: sha256(secret) })
    const link = linkTo(deps, 'undo-email', secret)
    const values = { username: user.username, days: UNDO_EMAIL_DAYS }
    const text = change.way === null ? 'email_changed' : 'staff_email_changed'
    return renderMail(deps.kit.current(), text, { to: change.old_email, link, values })
  },
}
