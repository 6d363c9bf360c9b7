import type { GlossaryEntryId } from '#contract/ids.ts'
import type { GlossaryEntry, GlossarySubEntry } from '#contract/schemas/glossary.ts'
import { publicUrlPath, readPicture, thumbnailUrls, variantUrls } from '../../files/pictures.ts'
import { excerptOf } from './excerpt.ts'
import type { EntryRow } from './listRepository.ts'
import type { Section } from './policy.ts'

/** A rejected entry stays pending and says that it was rejected (ruling 34). */
export function presentEntry(row: EntryRow): GlossaryEntry {
  const picture = readPicture(row.picture)
  const excerpt = excerptOf(row.opening)
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    image: picture && publicUrlPath(picture.key),
    entry_type: row.type_id,
    entry_type_detail: { name: row.type_name, icon: row.type_icon },
    entry_subtype: row.subtype_id,
    entry_subtype_name: row.subtype_name,
    created_by: { username: row.username, is_staff: row.role !== 'player' },
    pending: row.approved_at === null,
    is_rejected: row.rejected_at !== null,
    // Who may see a rejected entry is its author.
    ...(row.rejection_reason?.trim() && { rejection_reason: row.rejection_reason }),
    ...(excerpt !== null && { excerpt }),
    ...(picture && {
      pictures: variantUrls(picture),
      thumbnails: thumbnailUrls(picture),
    }),
  }
}

export const presentSections = (
  id: GlossaryEntryId,
  sections: readonly Section[],
): GlossarySubEntry[] =>
  sections.map(({ title, content }) => ({ title, content, glossary_entry: id }))
