import type { GlossarySubtypeId, GlossaryTypeId } from '#contract/ids.ts'
import type { ReviewEdits } from '#contract/schemas/deskGlossary.ts'
import type { EntryTexts } from './reviewRepository.ts'

/** What an entry says once a reviewer has mended it. */
export const edited = (texts: EntryTexts, edits: ReviewEdits): EntryTexts => ({
  title: edits.title.trim(),
  description: edits.description ?? texts.description,
  type_id: edits.type_id as GlossaryTypeId,
  subtype_id: (edits.subtype_id ?? null) as GlossarySubtypeId | null,
  sub_entries: edits.sub_entries,
})

/** @param json as the review keeps it */
export const versionIn = (json: string | null | undefined): EntryTexts | null =>
  json == null ? null : (JSON.parse(json) as EntryTexts)
