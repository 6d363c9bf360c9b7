import type { Read } from '../../db/rows.ts'
import type { DeskWork } from '../../desk/changeRoute.ts'
import { deskErrors } from '../../desk/errors.ts'
import { peopleByIds } from '../../desk/people.ts'
import { findUser, listStaff } from '../account/repository.ts'
import { type Case, listReports } from './repository.ts'

/** @throws Refusal while another one has claimed the case */
export async function assertClaimable(w: DeskWork, row: Case): Promise<void> {
  const { claimed_by, claimed_until } = row
  if (claimed_by === null || claimed_by === w.actor.id || (claimed_until ?? 0) <= w.now) return
  const people = await peopleByIds(w, [claimed_by])
  throw deskErrors.claimedByOther(people.get(claimed_by)?.username ?? '')
}

/** Whether the act is one of superusers: on an account of staff, or its closing. */
export async function needsSuperuser(w: Read, { act, user_id }: Pick<Case, 'act' | 'user_id'>) {
  if (act === null || act === 'nothing' || user_id === null) return false
  return act === 'close' || (await findUser(w, user_id))?.role !== 'player'
}

/**
 * A decision is reviewed by another person than its own, where another one can do it: neither the reported member nor,
 * where it takes a superuser, other staff.
 * @throws Refusal
 */
export async function assertSecondPerson(w: DeskWork, row: Case) {
  if (row.decided_by === w.actor.id && (await canOthers(w, row))) throw deskErrors.ownDecision()
}

/** Who has reported something leaves the decision to others, where there are others. @throws Refusal */
export async function assertNotReporter(w: DeskWork, row: Case) {
  const reports = await listReports(w, [row.id], true)
  if (reports.some(({ reporter_id }) => reporter_id === w.actor.id) && (await canOthers(w, row)))
    throw deskErrors.ownReport()
}

async function canOthers(w: DeskWork, row: Case): Promise<boolean> {
  const isForSuperusers = await needsSuperuser(w, row)
  return (await listStaff(w)).some(
    ({ id, role }) =>
      id !== w.actor.id && id !== row.user_id && (!isForSuperusers || role === 'superuser'),
  )
}
