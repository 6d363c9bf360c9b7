import { UNDO_MINUTES } from '#contract/desk.ts'
import type { GlossaryReviewsTable } from '../../db/schema/desk.ts'
import type { Row } from '../../desk/lists.ts'
import { iso } from '../../desk/present.ts'
import { stateOf } from './deskPresent.ts'

const UNDO = UNDO_MINUTES * 60_000
type People = ReadonlyMap<number, { id: number; username: string }>

/** @param row has the two times of a decision */
export function presentReview(
  row: Row,
  review: GlossaryReviewsTable | undefined,
  people: People,
  now: number,
) {
  const person = (id: number | null | undefined) => {
    const found = id == null ? undefined : people.get(id)
    return found ? { id: found.id, username: found.username } : null
  }
  const by = person(review?.claimed_by)
  const isClaimed = by !== null && (review?.claimed_until ?? 0) > now
  const at = review?.decided_at ?? Number(row['approved_at'] ?? row['rejected_at'] ?? 0)
  const canUndo = review?.decided_at != null && review.decided_at + UNDO > now
  return {
    claim: isClaimed ? { by, until: iso(review?.claimed_until) } : null,
    decision:
      stateOf(row) === 'pending'
        ? null
        : {
            by: person(review?.decided_by),
            at: iso(at),
            undo_until: canUndo ? iso(at + UNDO) : null,
            how: review?.decided_how ?? null,
          },
  }
}
