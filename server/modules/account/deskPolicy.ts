import type { MemberId } from '#contract/ids.ts'
import type { AccountState } from '#contract/sets.ts'
import { deskErrors } from '../../desk/errors.ts'

type Account = {
  readonly id: MemberId
  readonly activated_at: number | null
  readonly deactivated_at: number | null
}

export const stateOf = ({ activated_at, deactivated_at }: Omit<Account, 'id'>): AccountState =>
  deactivated_at !== null ? 'deactivated' : activated_at === null ? 'registered' : 'active'

/**
 * The role may have ended since the request began. With `assertOther` it follows that one superuser is left,
 * the one who acts.
 * @param superusers held, so that it stays true until the commit
 */
export function assertStillSuperuser(
  superusers: readonly MemberId[],
  who: MemberId | null,
): asserts who is MemberId {
  if (who === null || !superusers.includes(who)) throw deskErrors.forbidden()
}

/** Nobody locks themself out. */
export function assertOther(account: Account, who: MemberId | null): void {
  if (account.id === who) throw deskErrors.ownAccount()
}

export function assertNotDeactivated({ deactivated_at }: Account): void {
  if (deactivated_at !== null) throw deskErrors.wrongState('This account is deactivated.')
}

export function assertDeactivated({ deactivated_at }: Account): void {
  if (deactivated_at === null) throw deskErrors.wrongState('This account is not deactivated.')
}

export function assertNotActivated(account: Account): void {
  assertNotDeactivated(account)
  if (account.activated_at !== null) throw deskErrors.wrongState('This account is active already.')
}
