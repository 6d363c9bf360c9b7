import Type, { type Static } from 'typebox'
import { GLOSSARY_TITLE_MAX, LONG_TEXT_MAX } from '../limits.ts'
import { Section, sectionBodies } from './deskRules.ts'
import {
  acts,
  anyId,
  DeskPicture,
  edits,
  ordered,
  pictureUpload,
  position,
  Reason,
  reads,
  time,
} from './deskShared.ts'
import { line, nullable, optionalLine } from './shared.ts'

const place = { position: Type.Optional(position()) }

const DeskType = Type.Object({
  id: anyId(),
  name: Type.String(),
  icon: nullable(Type.String()),
  position: Type.Integer(),
})
const TypeBody = Type.Object({
  name: line(),
  icon: Type.Optional(nullable(optionalLine(60))),
  ...place,
})
export const glossaryTypesSchemas = ordered(DeskType, TypeBody)

const DeskSubtype = Type.Object({
  id: anyId(),
  type_id: anyId(),
  name: Type.String(),
  position: Type.Integer(),
})
const SubtypeBody = Type.Object({ type_id: anyId(), name: line(), ...place })
export const glossarySubtypesSchemas = ordered(DeskSubtype, SubtypeBody)

const Person = Type.Object({ id: anyId(), username: Type.String() })
const entry = {
  id: anyId(),
  title: Type.String(),
  description: Type.String(),
  picture: DeskPicture,
  type_id: anyId(),
  subtype_id: nullable(anyId()),
  created_by: Type.Object({ ...Person.properties, is_staff: Type.Boolean() }),
  created_at: Type.String(),
  updated_at: Type.String(),
  /** pending, approved, rejected */
  state: Type.String(),
  approved_at: nullable(Type.String()),
  rejected_at: nullable(Type.String()),
  rejection_reason: nullable(Type.String()),
  sub_entries: Type.Array(Section),
}
export const DeskGlossaryEntry = Type.Object(entry)

export const DeskGlossaryBody = Type.Object({
  title: line(GLOSSARY_TITLE_MAX),
  description: Type.Optional(Type.String({ maxLength: LONG_TEXT_MAX })),
  type_id: anyId(),
  subtype_id: Type.Optional(nullable(anyId())),
  sub_entries: Type.Optional(sectionBodies(GLOSSARY_TITLE_MAX, 1)),
  ...pictureUpload,
})
export type DeskGlossaryBody = Static<typeof DeskGlossaryBody>
/** What the desk creates is approved at once. */
export const glossaryEntriesSchemas = edits(DeskGlossaryEntry, DeskGlossaryBody)

/** What a reviewer may mend in an entry; the picture stays the author's. */
export const ReviewEdits = Type.Object({
  /** Of the entry as the reviewer has read it. */
  updated_at: time(),
  title: line(GLOSSARY_TITLE_MAX),
  description: Type.Optional(Type.String({ maxLength: LONG_TEXT_MAX })),
  type_id: anyId(),
  subtype_id: Type.Optional(nullable(anyId())),
  sub_entries: sectionBodies(GLOSSARY_TITLE_MAX, 1),
})
export type ReviewEdits = Static<typeof ReviewEdits>
/** `reason`: a word to the author, for the mail. */
export const ApproveBody = Type.Object({
  edits: Type.Optional(ReviewEdits),
  reason: Type.Optional(Type.String({ maxLength: 2000 })),
})
export type ApproveBody = Static<typeof ApproveBody>

export const ReviewItem = Type.Object({
  ...entry,
  /** Who has the entry in hand, and until when; null when nobody has. */
  claim: nullable(Type.Object({ by: Person, until: Type.String() })),
  /** The last decision; `undo_until` is null once it stands. */
  decision: nullable(
    Type.Object({
      by: nullable(Person),
      at: Type.String(),
      undo_until: nullable(Type.String()),
      /** edited: approved with edits; changes: sent back with a wish for changes; null: neither */
      how: nullable(Type.String()),
    }),
  ),
  /** Other entries whose title is nearly or wholly the same. */
  near_titles: Type.Array(Type.Object({ id: anyId(), title: Type.String(), state: Type.String() })),
})
export type ReviewItem = Static<typeof ReviewItem>

const ReviewStats = Type.Object({
  pending: Type.Integer(),
  /** Milliseconds from sending to decision, decisions of the last 90 days; null without any. */
  median_wait_ms: nullable(Type.Integer()),
  /** Milliseconds that the oldest pending entry has waited. */
  oldest_wait_ms: nullable(Type.Integer()),
})
export const reviewSchemas = {
  ...reads(ReviewItem),
  stats: { response: { 200: ReviewStats } },
  claim: acts(ReviewItem),
  release: acts(ReviewItem),
  approve: acts(ReviewItem, ApproveBody),
  reject: acts(ReviewItem, Reason),
  /** Back to the author with a word on what to change: rejected, in a friendlier mail. */
  askChanges: acts(ReviewItem, Reason),
  undo: acts(ReviewItem),
}
