import type { MemberId } from '#contract/ids.ts'
import type { Deps } from '../../http/deps.ts'
import type { MailJob } from '../../mail/outbox.ts'
import { worded } from '../../mail/texts.ts'
import type { MailWriters } from '../../mail/worker.ts'
import { emailKey } from '../../text/keys.ts'
import { accountRepository, type LinkPurpose, type User } from './repository.ts'
import { secretText, sha256 } from './tokens.ts'

const HOUR = 3_600_000
/** Hours after which a reset link ends. */
const RESET_HOURS = 2
/** Mails of one sort to one account in an hour: enough for somebody impatient, useless for filling a mailbox. */
const LINKS_PER_HOUR = 5

export const activationMail = (user: { id: MemberId; email: string }): MailJob => ({
  kind: 'activation',
  recipient: user.email,
  data: { user: user.id },
})

/** Owed for known and unknown addresses alike; only the writer finds out which it is. */
export const passwordResetMail = (typedAddress: string): MailJob => ({
  kind: 'password-reset',
  recipient: typedAddress,
})

/** Owed for all addresses alike: with or without an account, activated or not. */
export const activationAgainMail = (typedAddress: string): MailJob => ({
  kind: 'activation-again',
  recipient: typedAddress,
})

export const passwordChangedMail = (user: { id: MemberId; email: string }): MailJob => ({
  kind: 'password-changed',
  recipient: user.email,
  data: { user: user.id },
})

/** Words the account's mails. A link's secret is made here, stored as a hash, and otherwise only in the mail. */
export function accountMailWriters(deps: Deps): MailWriters {
  const { db, clock, settings } = deps
  const accounts = accountRepository(deps)

  async function newLink(user: User, purpose: LinkPurpose, route: string, lifetime: number | null) {
    const secret = secretText()
    const now = clock()
    await accounts.addLink(db, {
      hash: sha256(secret),
      purpose,
      user_id: user.id,
      created_at: now,
      expires_at: lifetime === null ? null : now + lifetime,
    })
    return `${settings.publicUrl}/auth/${route}/${secret}`
  }

  const owner = (id: string | number | undefined) => accounts.byId(db, Number(id) as MemberId)

  // The name stays out of this mail: the address is not proven yet, and a name can be an advertisement.
  async function activation(user: User) {
    const link = await newLink(user, 'activation', 'activate-account', null)
    // Somebody else may have registered this address; a reset opens the account with another password.
    const values = { own_password: `${settings.publicUrl}/auth/forgot-password` }
    return worded('activation', { to: user.email, link, values })
  }

  return {
    async activation({ data }) {
      const user = await owner(data.user)
      return user === undefined || user.activated_at !== null ? null : activation(user)
    },

    async 'activation-again'({ recipient }) {
      const user = await accounts.byEmailKey(db, emailKey(recipient))
      if (user === undefined || user.activated_at !== null || user.deactivated_at !== null)
        return null
      const recent = await accounts.linksSince(db, user.id, 'activation', clock() - HOUR)
      return recent >= LINKS_PER_HOUR ? null : activation(user)
    },

    async 'password-reset'({ recipient }) {
      const user = await accounts.byEmailKey(db, emailKey(recipient))
      if (user === undefined || user.deactivated_at !== null) return null
      const recent = await accounts.linksSince(db, user.id, 'password_reset', clock() - HOUR)
      if (recent >= LINKS_PER_HOUR) return null
      const route = 'verified-change-password'
      const link = await newLink(user, 'password_reset', route, RESET_HOURS * HOUR)
      // To the stored address: the typed one may be another that merely folds to the same key.
      const values = { hours: RESET_HOURS }
      return worded('password_reset', { to: user.email, link, values })
    },

    async 'password-changed'({ data }) {
      const user = await owner(data.user)
      if (user === undefined) return null
      const values = { username: user.username }
      return worded('password_changed', { to: user.email, values })
    },
  }
}
