import type { MemberId } from '#contract/ids.ts'
import type { Db } from '../../../db/schema.ts'
import { endPendingChanges } from '../credentials/emailChangeRepository.ts'
import { endTickets } from '../personal-data/exportRepository.ts'
import { spendLinks } from '../repository.ts'
import { deleteDeskSessionsOf, endSessions } from '../sessionRepository.ts'
import { endOtherFamilies } from './familyRepository.ts'

/**
 * Revokes access that someone else may have to an account: sessions at site and desk, and requests that work without
 * one. The account is locked.
 * @param family the session that goes on
 */
export async function shutOut(tx: Db, user: MemberId, now: number, family?: string): Promise<void> {
  if (family === undefined) await endSessions(tx, user, now)
  else await endOtherFamilies(tx, user, family, now)
  await deleteDeskSessionsOf(tx, user)
  await endPendingChanges(tx, user, now)
  await spendLinks(tx, user, 'password_reset', now)
  await endTickets(tx, user)
}
