import type { MemberId } from '#contract/ids.ts'
import { deskErrors } from '../../desk/errors.ts'

export type ReviewState = {
  readonly state: 'pending' | 'approved' | 'rejected'
  readonly claimed_by: MemberId | null
  readonly claimed_until: number | null
  readonly decided_by: MemberId | null
  readonly decided_at: number | null
}
/** Names by id, for sentences that say who was faster. */
export type NameOf = (id: MemberId | null) => string

/** Whoever comes second is told who was first. */
export function assertUndecided(review: ReviewState, nameOf: NameOf): void {
  if (review.state !== 'pending')
    throw deskErrors.alreadyDecided(nameOf(review.decided_by), review.state)
}

/** An entry that another reviewer has in hand is theirs until the claim ends. */
export function assertNotClaimedByOther(
  review: ReviewState,
  who: MemberId | null,
  now: number,
  nameOf: NameOf,
): void {
  const { claimed_by, claimed_until } = review
  if (claimed_by !== null && claimed_by !== who && (claimed_until ?? 0) > now)
    throw deskErrors.claimedByOther(nameOf(claimed_by))
}

/** A reviewer mends what they have read: the author may have added to it meanwhile. */
export function assertUnchanged(updated: number, read: number | null): void {
  if (updated !== read) throw deskErrors.changedMeanwhile()
}

/** @param window milliseconds */
export function assertMayUndo(review: ReviewState, now: number, window: number): void {
  if (review.state === 'pending') throw deskErrors.wrongState('This entry is not decided.')
  if (review.decided_at === null || review.decided_at + window <= now) throw deskErrors.undoOver()
}

/** The middle of all waiting times; of an even number, the mean of the two in the middle. */
export function median(sorted: readonly number[]): number | null {
  if (sorted.length === 0) return null
  const upper = sorted[Math.floor(sorted.length / 2)] ?? 0
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? 0
  return Math.round((upper + lower) / 2)
}
