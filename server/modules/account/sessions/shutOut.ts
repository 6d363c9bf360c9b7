import type { MemberId } from '#contract/ids.ts'
import type { Read } from '../../../db/rows.ts'
import { endPendingChanges } from '../credentials/emailChangeRepository.ts'
import { endTickets } from '../personal-data/exportRepository.ts'
import { spendLinks } from '../repository.ts'
import { deleteDeskSessionsOf, endSessions } from './repository.ts'

/**
 * Revokes access that someone else may have to an account: sessions at site and desk, and requests that work without
 * one. The account is locked.
 * @param family the session that goes on
 */
export async function shutOut(w: Read, user: MemberId, family?: string): Promise<void> {
  await endSessions(w, user, family)
  await deleteDeskSessionsOf(w, user)
  await endPendingChanges(w, user)
  await spendLinks(w, user, 'password_reset')
  await endTickets(w, user)
}
