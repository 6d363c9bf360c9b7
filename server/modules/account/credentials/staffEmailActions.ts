import type { Read } from '../../../db/schema.ts'
import { sha256 } from '../../../text/secrets.ts'
import { changing } from '../../../work/work.ts'
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
  changing({ db, clock }, async (w): Promise<Outcome> => {
    const found = await locked(w, 'approve_email', secret)
    if (!('change' in found)) return found
    const { user, change } = found
    const isDone = await applyStaffChange(w, user, change, client)
    return isDone ? { page: 'email_approved', user } : { page: 'email_taken' }
  }).catch(taken)

/** The owner of either mailbox stops the change. */
export const stopEmail: Action = ({ db, clock }, secret, client) =>
  changing({ db, clock }, async (w): Promise<Outcome> => {
    const found = await locked(w, 'stop_email', secret)
    if (!('change' in found)) return found
    const { user, change } = found
    await stopByServer(w, user, change, client)
    return { page: 'email_stopped', user }
  })

/** Finds the change of a link, with its account locked. @returns the page of a refusal otherwise */
async function locked(w: Read, purpose: Purpose, secret: string): Promise<Found | Outcome> {
  const hash = sha256(secret)
  const seen = await findLink(w, purpose, hash)
  const user = seen && (await lockUser(w, seen.user_id))
  const link = await findLink(w, purpose, hash)
  if (user === undefined || link === undefined || user.deactivated_at !== null) return UNKNOWN
  if (!isOpen(link, w.now)) return USED
  const { email_change } = JSON.parse(link.data ?? '{}') as { email_change?: number }
  const change = await waitingChange(w, email_change ?? 0, user)
  return change === undefined ? USED : { user, change }
}
