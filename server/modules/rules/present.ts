import type { RuleEntryId } from '#contract/ids.ts'
import type {
  BasicRuleEntry,
  DeskRuleEntry,
  DeskVideo,
  QuickRuleEntry,
  RuleSubEntry,
  RuleVideo,
} from '#contract/schemas/rules.ts'
import type { TreeOf } from '../../db/linkedTexts.ts'
import { aliasesIn } from '../../desk/aliases.ts'
import { deskPicture, withIsoTimes } from '../../desk/present.ts'
import type { StoredSection } from '../../desk/sections.ts'
import { pictureFields, publicUrlPath, readPicture } from '../../files/pictureNames.ts'
import type { EntryRow, StoredEntry, VideoRow } from './repository.ts'

type NextId = RuleEntryId | null

function presentEntry(row: EntryRow, nextId: NextId) {
  const picture = readPicture(row.picture)
  return {
    id: row.id,
    title: row.title,
    image: picture && publicUrlPath(picture.key),
    nextId,
    ...(picture && pictureFields(picture)),
  }
}

export const presentBasic = (row: EntryRow, nextId: NextId): BasicRuleEntry => ({
  ...presentEntry(row, nextId),
  type: 'basic',
  category: row.category_id,
  subcategory: row.subcategory_id,
})

export const presentQuick = (row: EntryRow, nextId: NextId): QuickRuleEntry => ({
  ...presentEntry(row, nextId),
  type: 'quick',
  quick_subcategory: row.quick_subcategory_id,
})

export const presentSections = (
  { id, format }: Pick<StoredEntry, 'id' | 'format'>,
  sections: readonly RuleSubEntry[],
  treeOf: TreeOf,
): RuleSubEntry[] =>
  sections.map(({ id: section, title, content }) => {
    const content_rich = treeOf(id, format, content)
    return { id: section, title, content, ...(content_rich && { content_rich }) }
  })

export const presentVideo = (row: VideoRow): RuleVideo => ({
  video_title: row.title,
  file_url: publicUrlPath(row.file_key),
  ...(row.webm_key !== null && { webm_url: publicUrlPath(row.webm_key) }),
  ...(row.captions_key !== null && { captions_url: publicUrlPath(row.captions_key) }),
  ...(row.poster_key !== null && { poster_url: publicUrlPath(row.poster_key) }),
})

export function presentForDesk(
  row: StoredEntry,
  sections: readonly StoredSection[],
): DeskRuleEntry {
  const { transfer_key, title_key, search_text, aliases, ...shown } = withIsoTimes(row)
  return {
    ...shown,
    aliases: aliasesIn(aliases),
    picture: deskPicture(row.picture),
    sub_entries: [...sections],
  }
}

const urlOf = (key: string | null): string | null => key && publicUrlPath(key)

export function presentVideoForDesk(row: VideoRow): DeskVideo {
  const { file_key, webm_key, captions_key, poster_key, ...shown } = withIsoTimes(row)
  return {
    ...shown,
    file_url: publicUrlPath(file_key),
    webm_url: urlOf(webm_key),
    captions_url: urlOf(captions_key),
    poster_url: urlOf(poster_key),
  }
}
