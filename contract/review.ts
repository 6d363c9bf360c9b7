import Type, { type Static } from 'typebox'
import { anyId, changes, changesWith, getting, Person, posting, Reason, reads, time } from './deskShapes.ts'
import { deskEntry, entryTexts, GLOSSARY_TITLE_MAX } from './glossary.ts'
import { sectionBodies } from './rules.ts'
import { DECISION_KINDS, ENTRY_STATES } from './sets.ts'
import { nullable } from './shapes.ts'

/** Fields that a reviewer may edit in an entry; the picture stays the author's. */
const ReviewEdits = Type.Object({
  ...entryTexts,
  sub_entries: sectionBodies(GLOSSARY_TITLE_MAX, 1),
  /** Time of the last change when the reviewer read the entry. */
  updated_at: time(),
})
export type ReviewEdits = Static<typeof ReviewEdits>
/** `reason`: a word to the author, for the mail. */
const ApproveBody = Type.Object({
  edits: Type.Optional(ReviewEdits),
  reason: Type.Optional(Type.String({ maxLength: 2000 })),
})

const ReviewItem = Type.Object({
  ...deskEntry,
  /** The reviewer who has claimed the entry; null without a claim, or when it has expired. */
  claim: nullable(Type.Object({ by: Person, until: Type.String() })),
  /** The last decision; `undo_until` is null once it can no longer be undone. */
  decision: nullable(
    Type.Object({
      by: nullable(Person),
      at: Type.String(),
      undo_until: nullable(Type.String()),
      how: nullable(Type.Enum(DECISION_KINDS)),
    }),
  ),
  /** Other entries whose title is nearly or wholly the same. */
  near_titles: Type.Array(Type.Object({ id: anyId(), title: Type.String(), state: Type.Enum(ENTRY_STATES) })),
})
export type ReviewItem = Static<typeof ReviewItem>

const ReviewStats = Type.Object({
  pending: Type.Integer(),
  /** Milliseconds from sending to decision, decisions of the last 90 days; null without any. */
  median_wait_ms: nullable(Type.Integer()),
  /** Milliseconds that the oldest pending entry has waited. */
  oldest_wait_ms: nullable(Type.Integer()),
})
export type ReviewStats = Static<typeof ReviewStats>

export const reviewCalls = {
  ...reads('review', ReviewItem),
  stats: getting('/review/stats', { response: { 200: ReviewStats } }),
  claim: posting('/review/:id/claim', changes(ReviewItem)),
  release: posting('/review/:id/release', changes(ReviewItem)),
  approve: posting('/review/:id/approve', changesWith(ReviewItem, ApproveBody)),
  reject: posting('/review/:id/reject', changesWith(ReviewItem, Reason)),
  /** Rejected as well, in a friendlier mail: the author is asked for changes. */
  askChanges: posting('/review/:id/ask-changes', changesWith(ReviewItem, Reason)),
  undo: posting('/review/:id/undo', changes(ReviewItem)),
}
