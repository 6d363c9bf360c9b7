import { deskCalls } from '#contract/deskCalls.ts'
import type { ReviewEdits, ReviewItem } from '#contract/review.ts'
import { t } from '../i18n.ts'
import { type Action, actionOf } from '../parts/useAction.ts'

/** Edits of a reviewer in an entry, and a message to its author. */
export type Edits = ReviewEdits & { reason: string }

export const editsOf = (item: ReviewItem): Edits => {
  const { title, description, type_id, subtype_id, sub_entries, updated_at } = item
  return { title, description, type_id, subtype_id, sub_entries, updated_at, reason: '' }
}

export const undoing = ({ id }: ReviewItem): Action =>
  actionOf(deskCalls.review.undo, { id }, t('review.undo_done'))
