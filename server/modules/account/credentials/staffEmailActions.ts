import type { Db } from '../../../db/schema.ts'
import { sha256 } from '../../../text/secrets.ts'
import { isOpen } from '../policy.ts'
import { findLink, lockUser, type User } from '../repository.ts'
import type { EmailChange } from './emailChangeRepository.ts'
import { type Action, type Outcome, taken, UNKNOWN, USED } from './mailedActions.ts'
import { applyStaffChange, stopByServer, waitingChange } from './staffEmail.ts'

/* Buttons behind the links of a change by staff. The links are bound to the change, and used up with it. */

type Purpose = 'approve_email' | 'stop_email'
type Found = { readonly user: User; readonly change: EmailChange }

/** The owner of the former mailbox agrees, and the change is made. */
export const approveEmail: Action = ({ db, clock }, secret, client) =>
  db
    .transaction()
    .execute(async (tx): Promise<Outcome> => {
      const now = clock()
      const found = await locked(tx, 'approve_email', secret, now)
      if (!('change' in found)) return found
      const { user, change } = found
      const isDone = await applyStaffChange(tx, user, change, now, client)
      return isDone ? { page: 'email_approved', user } : { page: 'email_taken' }
    })
    .catch(taken)

/** The owner of either mailbox stops the change. */
export const stopEmail: Action = ({ db, clock }, secret, client) =>
  db.transaction().execute(async (tx): Promise<Outcome> => {
    const now = clock()
    const found = await locked(tx, 'stop_email', secret, now)
    if (!('change' in found)) return found
    const { user, change } = found
    await stopByServer(tx, user, change, now, client)
    return { page: 'email_stopped', user }
  })

/** Finds the change of a link, with its account locked. @returns the page of a refusal otherwise */
async function locked(
  tx: Db,
  purpose: Purpose,
  secret: string,
  now: number,
): Promise<Found | Outcome> {
  const hash = sha256(secret)
  const seen = await findLink(tx, purpose, hash)
  const user = seen && (await lockUser(tx, seen.user_id))
  const link = await findLink(tx, purpose, hash)
  if (user === undefined || link === undefined || user.deactivated_at !== null) return UNKNOWN
  if (!isOpen(link, now)) return USED
  const { email_change } = JSON.parse(link.data ?? '{}') as { email_change?: number }
  const change = await waitingChange(tx, email_change ?? 0, user, now)
  return change === undefined ? USED : { user, change }
}
