import type { DeskContent } from '#contract/schemas/deskContent.ts'
import { deskPicture, iso } from '../../desk/present.ts'
import { stateOf } from './policy.ts'
import type { ContentRow } from './repository.ts'

export const presentContent = (row: ContentRow, now: number): DeskContent => ({
  id: row.id,
  kind: row.kind,
  title: row.title,
  short_description: row.short_description,
  description: row.description,
  picture: deskPicture(row.picture),
  starts_at: iso(row.starts_at),
  ends_at: iso(row.ends_at),
  location: row.location,
  event_scope: row.event_scope,
  event_type: row.event_type,
  publish_at: iso(row.publish_at),
  unpublished_at: iso(row.unpublished_at),
  cancelled_at: iso(row.cancelled_at),
  created_at: iso(row.created_at) ?? '',
  updated_at: iso(row.updated_at) ?? '',
  sequence: row.sequence,
  state: stateOf(row, now),
})
