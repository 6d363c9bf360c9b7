import type { MemberId } from '#contract/ids.ts'
import { deskErrors } from '../../desk/errors.ts'

/** Invites of one day, of all lists together. */
export const INVITES_A_DAY = 1000

/**
 * The role may have been revoked since the request began.
 * @param superusers locked until the commit
 */
export function assertSuperuser(superusers: readonly MemberId[], actor: MemberId | null): void {
  if (actor === null || !superusers.includes(actor)) throw deskErrors.forbidden()
}

/** @param lately invites of the last day */
export function assertMaySend(wanted: number, lately: number): void {
  if (wanted === 0) throw deskErrors.nobodyToInvite()
  const left = Math.max(0, INVITES_A_DAY - lately)
  if (wanted > left) throw deskErrors.manyInvites(left)
}

type Invite = { readonly answer: string | null; readonly expires_at: number }

export function assertOpen({ answer, expires_at }: Invite, now: number): void {
  if (answer !== null || expires_at <= now) throw deskErrors.wrongState('invite_ended')
}
