import type { PasskeyId } from '#contract/ids.ts'
import { SESSIONS_ENDED_HASH } from '#contract/limits.ts'
import { UNDO_EMAIL_DAYS } from '#contract/securityLimits.ts'
import { CLOCK_DIFFERENCE_MS, DAY_MS } from '../../../config/time.ts'
import { violationOf } from '../../../db/constraints.ts'
import type { Db } from '../../../db/schema.ts'
import type { Client } from '../../../http/client.ts'
import { enqueue } from '../../../mail/outbox.ts'
import { sha256 } from '../../../text/secrets.ts'
import { newLink } from '../mails.ts'
import { deletePasskey } from '../passkeys/passkeyRepository.ts'
import { withdrawDeletion } from '../personal-data/deletion.ts'
import { isOpen } from '../policy.ts'
import { endAccess, findLink, lockUser, spendLink, type User } from '../repository.ts'
import { recordEvent } from '../security-log/eventRepository.ts'
import { deleteDeskSessionsOf, endSessions } from '../sessionRepository.ts'
import {
  type EmailChange,
  endPendingChanges,
  findChangeBy,
  isEmailReserved,
  markConfirmed,
  markUndone,
  setEmail,
} from './emailChangeRepository.ts'
import { emailChangedMail } from './mails.ts'

/* What the buttons of mailed pages do; `siteRoutes` of `mailedPages.ts` show them. */

export type ActDeps = Parameters<typeof newLink>[2]
/** `link`: where the browser goes on. */
export type Outcome =
  | { readonly page: 'unknown' | 'used' | 'email_taken' | 'email_confirmed'; readonly user?: User }
  | { readonly link: string; readonly user: User }

type Act = (deps: ActDeps, secret: string, client: Client) => Promise<Outcome>

const UNKNOWN: Outcome = { page: 'unknown' }
const USED: Outcome = { page: 'used' }

/** Ends every session, and leads to a new password: the link has proven the mailbox. */
async function secure(tx: Db, deps: ActDeps, user: User, now: number): Promise<Outcome> {
  await endSessions(tx, user.id, now)
  await deleteDeskSessionsOf(tx, user.id)
  await endAccess(tx, user.id)
  const link = await newLink(user, 'password_reset', { ...deps, db: tx })
  return { user, link: `${link}${SESSIONS_ENDED_HASH}` }
}

export const reportNotMe: Act = (deps, secret, client) =>
  deps.db.transaction().execute(async (tx) => {
    const hash = sha256(secret)
    const seen = await findLink(tx, 'not_me', hash)
    const user = seen && (await lockUser(tx, seen.user_id))
    const link = await findLink(tx, 'not_me', hash)
    const now = deps.clock()
    if (user === undefined || link === undefined || user.deactivated_at !== null) return UNKNOWN
    if (!isOpen(link, now)) return USED
    await spendLink(tx, link.id, now)
    const { passkey } = JSON.parse(link.data ?? '{}') as { passkey?: PasskeyId }
    if (passkey !== undefined) await deletePasskey(tx, user.id, passkey)
    await withdrawDeletion(tx, user, now, client)
    await recordEvent(tx, user.id, 'reported_not_me', client, now)
    return secure(tx, deps, user, now)
  })

export const confirmEmail: Act = (deps, secret, client) =>
  deps.db
    .transaction()
    .execute(async (tx) => {
      const found = await lockedChange(tx, 'confirm_hash', secret)
      if (found === null) return UNKNOWN
      const { change, user } = found
      const now = deps.clock()
      if (change.confirmed_at !== null) return USED
      const isStillAsked = change.old_email_key === user.email_key && change.expires_at > now
      if (!isStillAsked) return UNKNOWN
      if (await isEmailReserved(tx, change.new_email_key, now, user.id))
        return { page: 'email_taken' } as const
      await setEmail(tx, user.id, { email: change.new_email, email_key: change.new_email_key })
      await markConfirmed(tx, change.id, now, now + UNDO_EMAIL_DAYS * DAY_MS)
      await recordEvent(tx, user.id, 'email_changed', client, now)
      await enqueue(tx, emailChangedMail(change.old_email, change.id), now)
      return { page: 'email_confirmed', user } as const
    })
    .catch((error: unknown): Outcome => {
      // Somebody else has taken the e-mail address meanwhile.
      if (violationOf(error)?.rule === 'unique') return { page: 'email_taken' }
      throw error
    })

export const undoEmail: Act = (deps, secret, client) =>
  deps.db.transaction().execute(async (tx) => {
    const found = await lockedChange(tx, 'undo_hash', secret)
    if (found === null) return UNKNOWN
    const { change, user } = found
    const now = deps.clock()
    if (change.undone_at !== null) return USED
    if (change.expires_at <= now - CLOCK_DIFFERENCE_MS) return UNKNOWN
    await endPendingChanges(tx, user.id, now)
    await markUndone(tx, change, now)
    await setEmail(tx, user.id, { email: change.old_email, email_key: change.old_email_key })
    await recordEvent(tx, user.id, 'email_change_undone', client, now)
    return secure(tx, deps, user, now)
  })

/** Of an account that is not deactivated. */
async function lockedChange(
  tx: Db,
  link: 'confirm_hash' | 'undo_hash',
  secret: string,
): Promise<{ change: EmailChange; user: User } | null> {
  const seen = await findChangeBy(tx, link, sha256(secret))
  const user = seen && (await lockUser(tx, seen.user_id))
  const change = await findChangeBy(tx, link, sha256(secret))
  if (user === undefined || change === undefined || user.deactivated_at !== null) return null
  return { change, user }
}
