import type { RuleEntryId } from '#contract/ids.ts'
import type { BasicRuleEntry, QuickRuleEntry, RuleVideo } from '#contract/schemas/rules.ts'
import { publicUrlPath, readPicture, variantUrls } from '../../files/pictures.ts'
import type { EntryRow } from './repository.ts'

type NextId = RuleEntryId | null

function presentEntry(row: EntryRow, nextId: NextId) {
  const picture = readPicture(row.picture)
  return {
    id: row.id,
    title: row.title,
    image: picture && publicUrlPath(picture.key),
    nextId,
    ...(picture && { pictures: variantUrls(picture) }),
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

type VideoRow = {
  title: string
  file_key: string
  webm_key: string | null
  captions_key: string | null
  poster_key: string | null
}

export const presentVideo = (row: VideoRow): RuleVideo => ({
  video_title: row.title,
  file_url: publicUrlPath(row.file_key),
  ...(row.webm_key !== null && { webm_url: publicUrlPath(row.webm_key) }),
  ...(row.captions_key !== null && { captions_url: publicUrlPath(row.captions_key) }),
  ...(row.poster_key !== null && { poster_url: publicUrlPath(row.poster_key) }),
})
