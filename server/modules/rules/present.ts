import type { RuleEntryId } from '#contract/ids.ts'
import type {
  BasicRuleEntry,
  DeskRuleEntry,
  DeskVideo,
  QuickRuleEntry,
  RuleSubEntry,
  RuleVideo,
} from '#contract/rules.ts'
import type { TreeOf } from '../../db/linkedTexts.ts'
import { aliasesIn } from '../../desk/aliases.ts'
import { deskPicture, withIsoTimes } from '../../desk/present.ts'
import type { StoredSection } from '../../desk/sections.ts'
import { languageField } from '../../desk/translations.ts'
import { pictureFields, publicUrlPath, readPicture } from '../../files/pictureNames.ts'
import { languageOf, mainLanguage, translationsOf } from '../../text/contentLanguage.ts'
import type { Kit } from '../../text/kit.ts'
import type { EntryRow, StoredEntry, VideoRow } from './repository.ts'

/** What the entry of a list takes from its neighbours. */
export type Around = {
  readonly nextId: RuleEntryId | null
  /** Entries of the same kind that are translations of this one. */
  readonly translations: readonly Pick<EntryRow, 'id' | 'language'>[]
  readonly kit: Kit
}

function presentEntry(row: EntryRow, { nextId, translations, kit }: Around) {
  const picture = readPicture(row.picture)
  return {
    id: row.id,
    title: row.title,
    image: picture && publicUrlPath(picture.key),
    nextId,
    ...(picture && pictureFields(picture)),
    ...languageOf(row.language, mainLanguage(kit)),
    ...translationsOf(row.language, translations, kit),
  }
}

export const presentBasic = (row: EntryRow, around: Around): BasicRuleEntry => ({
  ...presentEntry(row, around),
  type: 'basic',
  category: row.category_id,
  subcategory: row.subcategory_id,
})

export const presentQuick = (row: EntryRow, around: Around): QuickRuleEntry => ({
  ...presentEntry(row, around),
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
  translation: { readonly id: number } | undefined,
): DeskRuleEntry {
  const { transfer_key, title_key, search_text, aliases, translation_group, language, ...shown } =
    withIsoTimes(row)
  return {
    ...shown,
    ...languageField({ language }),
    ...(translation && { translation_of: translation.id }),
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
