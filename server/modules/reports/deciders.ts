import type { DeskWork } from '../../desk/changeRoute.ts'
import { deskErrors } from '../../desk/errors.ts'
import { peopleByIds } from '../../desk/people.ts'
import { listStaff } from '../account/repository.ts'
import type { Case } from './repository.ts'

/** @throws Refusal while another one has claimed the case */
export async function assertClaimable(w: DeskWork, row: Case): Promise<void> {
  const { claimed_by, claimed_until } = row
  if (claimed_by === null || claimed_by === w.actor.id || (claimed_until ?? 0) <= w.now) return
  const people = await peopleByIds(w, [claimed_by])
  throw deskErrors.claimedByOther(people.get(claimed_by)?.username ?? '')
}

/**
 * A decision is reviewed by another person than its own, where another one can do it: neither the reported member nor,
 * for a closed account, staff who are no superusers.
 * @throws Refusal
 */
export async function assertSecondPerson(w: DeskWork, { decided_by, user_id, act }: Case) {
  if (decided_by === null || decided_by !== w.actor.id) return
  const others = (await listStaff(w)).filter(
    ({ id, role }) =>
      id !== decided_by && id !== user_id && (act !== 'close' || role === 'superuser'),
  )
  if (others.length > 0) throw deskErrors.ownDecision()
}
