import type { MemberId } from '#contract/ids.ts'
import { HOUR_MS } from '../../config/time.ts'
import type { Deps } from '../../http/deps.ts'
import type { MailJob } from '../../mail/outbox.ts'
import { renderMail } from '../../mail/renderMail.ts'
import type { MailWriters } from '../../mail/worker.ts'
import { emailKey } from '../../text/keys.ts'
import { secretText, sha256 } from '../../text/secrets.ts'
import {
  countLinksSince,
  findUser,
  findUserByEmailKey,
  insertLink,
  type LinkPurpose,
  type User,
} from './repository.ts'

const RESET_HOURS = 2
/** Mails of one kind to one account: enough for an impatient member, too few to flood a mailbox. */
const LINKS_PER_HOUR = 5

export const activationMail = (user: { id: MemberId; email: string }): MailJob => ({
  kind: 'activation',
  recipient: user.email,
  data: { user: user.id },
})

/** Enqueued for every e-mail address; only the writer looks for its account. */
export const passwordResetMail = (typedEmail: string): MailJob => ({
  kind: 'password-reset',
  recipient: typedEmail,
})

/** Enqueued for every e-mail address, with or without an account, activated or not. */
export const activationAgainMail = (typedEmail: string): MailJob => ({
  kind: 'activation-again',
  recipient: typedEmail,
})

export const passwordChangedMail = (user: { id: MemberId; email: string }): MailJob => ({
  kind: 'password-changed',
  recipient: user.email,
  data: { user: user.id },
})

/** The secret of a link exists in its mail alone; the database keeps a hash. */
export function accountMailWriters({
  db,
  clock,
  settings,
}: Pick<Deps, 'db' | 'clock' | 'settings'>): MailWriters {
  async function newLink(
    user: User,
    purpose: LinkPurpose,
    route: string,
    lifetimeMs: number | null,
  ) {
    const secret = secretText()
    const now = clock()
    await insertLink(db, {
      hash: sha256(secret),
      purpose,
      user_id: user.id,
      created_at: now,
      expires_at: lifetimeMs === null ? null : now + lifetimeMs,
    })
    return `${settings.publicUrl}/auth/${route}/${secret}`
  }

  const owner = (id: string | number | undefined) => findUser(db, Number(id) as MemberId)

  // Without the username: the e-mail address is not proven yet, and a name can be an advertisement.
  async function activation(user: User) {
    const link = await newLink(user, 'activation', 'activate-account', null)
    // A stranger may have registered this e-mail address: a reset lets its owner set another password.
    const values = { own_password: `${settings.publicUrl}/auth/forgot-password` }
    return renderMail('activation', { to: user.email, link, values })
  }

  return {
    async activation({ data }) {
      const user = await owner(data.user)
      return user === undefined || user.activated_at !== null ? null : activation(user)
    },

    async 'activation-again'({ recipient }) {
      const user = await findUserByEmailKey(db, emailKey(recipient))
      if (user === undefined || user.activated_at !== null || user.deactivated_at !== null)
        return null
      const recent = await countLinksSince(db, user.id, 'activation', clock() - HOUR_MS)
      return recent >= LINKS_PER_HOUR ? null : activation(user)
    },

    async 'password-reset'({ recipient }) {
      const user = await findUserByEmailKey(db, emailKey(recipient))
      if (user === undefined || user.deactivated_at !== null) return null
      const recent = await countLinksSince(db, user.id, 'password_reset', clock() - HOUR_MS)
      if (recent >= LINKS_PER_HOUR) return null
      const route = 'verified-change-password'
      const link = await newLink(user, 'password_reset', route, RESET_HOURS * HOUR_MS)
      // To the stored e-mail address: the typed one may be another with the same key.
      const values = { hours: RESET_HOURS }
      return renderMail('password_reset', { to: user.email, link, values })
    },

    async 'password-changed'({ data }) {
      const user = await owner(data.user)
      if (user === undefined) return null
      const values = { username: user.username }
      return renderMail('password_changed', { to: user.email, values })
    },
  }
}
