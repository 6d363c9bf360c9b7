import Type, { type Static } from 'typebox'
import { LONG_TEXT_MAX } from '../fields.ts'
import { GLOSSARY_TITLE_MAX } from '../glossary.ts'
import type { GlossarySubtypeId, GlossaryTypeId } from '../ids.ts'
import { DECISION_KINDS, ENTRY_STATES } from '../sets.ts'
import {
  anyId,
  changes,
  changesWith,
  DeskPicture,
  dates,
  edits,
  Named,
  NamedBody,
  ordered,
  Person,
  pictureUpload,
  Reason,
  reads,
  time,
} from './deskCalls.ts'
import { Section, sectionBodies } from './deskRules.ts'
import { aliasFields, withAliases } from './richText.ts'
import { id, line, nullable, optionalLine } from './shared.ts'

const entry = {
  id: anyId(),
  title: Type.String(),
  description: Type.String(),
  picture: DeskPicture,
  type_id: id<GlossaryTypeId>(),
  subtype_id: nullable(id<GlossarySubtypeId>()),
  created_by: Type.Object({ ...Person.properties, is_staff: Type.Boolean() }),
  ...dates,
  state: Type.Enum(ENTRY_STATES),
  approved_at: nullable(Type.String()),
  rejected_at: nullable(Type.String()),
  rejection_reason: nullable(Type.String()),
  sub_entries: Type.Array(Section),
  ...withAliases,
}
const DeskGlossaryEntry = Type.Object(entry)
export type DeskGlossaryEntry = Static<typeof DeskGlossaryEntry>

/** Fields that both the desk's form and a reviewer may write. */
const entryTexts = {
  title: line(GLOSSARY_TITLE_MAX),
  description: Type.Optional(Type.String({ maxLength: LONG_TEXT_MAX })),
  type_id: id<GlossaryTypeId>(),
  subtype_id: Type.Optional(nullable(id<GlossarySubtypeId>())),
}
const DeskGlossaryBody = Type.Object({
  ...entryTexts,
  sub_entries: Type.Optional(sectionBodies(GLOSSARY_TITLE_MAX, 1)),
  ...aliasFields,
  ...pictureUpload,
})
export type DeskGlossaryBody = Static<typeof DeskGlossaryBody>

/** Fields that a reviewer may edit; the picture is not one of them. */
const ReviewEdits = Type.Object({
  ...entryTexts,
  sub_entries: sectionBodies(GLOSSARY_TITLE_MAX, 1),
  /** Version that the reviewer has read: edits of a later one are refused. */
  updated_at: time(),
})
export type ReviewEdits = Static<typeof ReviewEdits>
/** `reason`: message to the author, for the email. */
const ApproveBody = Type.Object({
  edits: Type.Optional(ReviewEdits),
  reason: Type.Optional(Type.String({ maxLength: 2000 })),
})

const ReviewItem = Type.Object({
  ...entry,
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
  near_titles: Type.Array(
    Type.Object({ id: anyId(), title: Type.String(), state: Type.Enum(ENTRY_STATES) }),
  ),
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

const ofType = { type_id: id<GlossaryTypeId>() }

export const deskGlossarySchemas = {
  'glossary-types': ordered(
    Type.Object({ ...Named.properties, icon: nullable(Type.String()) }),
    Type.Object({ ...NamedBody.properties, icon: Type.Optional(nullable(optionalLine(60))) }),
  ),
  'glossary-subtypes': ordered(
    Type.Object({ ...Named.properties, ...ofType }),
    Type.Object({ ...NamedBody.properties, ...ofType }),
  ),
  /** An entry that the desk creates is approved at once. */
  'glossary-entries': edits(DeskGlossaryEntry, DeskGlossaryBody),
  review: {
    ...reads(ReviewItem),
    stats: { response: { 200: ReviewStats } },
    claim: changes(ReviewItem),
    release: changes(ReviewItem),
    approve: changesWith(ReviewItem, ApproveBody),
    reject: changesWith(ReviewItem, Reason),
    /** Rejected as well, in a friendlier mail: the author is asked for changes. */
    askChanges: changesWith(ReviewItem, Reason),
    undo: changes(ReviewItem),
  },
}
