import type { ReviewEdits, ReviewItem } from '#contract/schemas/deskGlossary.ts'

/** What a reviewer changes in an entry, and a word to its author. */
export type Edits = ReviewEdits & { reason: string }

export const editsOf = (item: ReviewItem): Edits => {
  const { title, description, type_id, subtype_id, sub_entries, updated_at } = item
  return { title, description, type_id, subtype_id, sub_entries, updated_at, reason: '' }
}
