import type { ContentDetail, ContentItem, DeskContent } from '#contract/content.ts'
import type { Question } from '#contract/registration.ts'
import type { ContentState } from '#contract/sets.ts'
import type { TreeOf } from '../../db/linkedTexts.ts'
import { deskPicture, withIsoTimes } from '../../desk/present.ts'
import { languageField } from '../../desk/translations.ts'
import { pictureFields, publicUrlPath, readPicture } from '../../files/pictureNames.ts'
import { languageOf, mainLanguage, translationsOf } from '../../text/contentLanguage.ts'
import type { Kit } from '../../text/kit.ts'
import { iso } from '../../text/time.ts'
import type { ContentRow, listTranslations } from './repository.ts'

/**
 * The date of news is their publication, that of an event its beginning.
 * @param main the main language of the site
 */
export function presentItem(row: ContentRow, treeOf: TreeOf, main: string): ContentItem {
  const picture = readPicture(row.picture)
  const description_rich = treeOf(row.id, row.format, row.description)
  return {
    id: row.id,
    type: row.kind === 'news' ? 'News' : 'Event',
    title: row.title,
    short_description: row.short_description,
    description: row.description,
    ...(description_rich && { description_rich }),
    date: iso((row.kind === 'news' ? row.publish_at : row.starts_at) ?? 0),
    background_image: picture && publicUrlPath(picture.key),
    event_scope: row.event_scope,
    event_type: row.event_type,
    ...(picture && pictureFields(picture)),
    ...(row.ends_at !== null && { event_end: iso(row.ends_at) }),
    ...(row.cancelled_at !== null && { cancelled_at: iso(row.cancelled_at) }),
    ...registrationOf(row),
    ...languageOf(row.language, main),
  }
}

/** Announces the registration of an event that takes place. */
function registrationOf(row: ContentRow): Pick<ContentItem, 'registration'> {
  const { seats, cancelled_at, registration_closes_at, starts_at } = row
  if (seats === null || cancelled_at !== null) return {}
  return { registration: { seats, closes_at: iso(registration_closes_at ?? starts_at ?? 0) } }
}

type Translations = Awaited<ReturnType<typeof listTranslations>>

/** @param now epoch milliseconds: an event that is over has no calendar URL */
export function presentDetail(
  row: ContentRow,
  treeOf: TreeOf,
  translations: Translations,
  now: number,
  kit: Kit,
): ContentDetail {
  const item = {
    ...presentItem(row, treeOf, mainLanguage(kit)),
    ...translationsOf(row.language, translations, kit),
  }
  if (row.kind === 'news') return { ...item, news_date: iso(row.publish_at ?? 0) }
  const takesPlace = row.cancelled_at === null && (row.ends_at ?? 0) > now
  return {
    ...item,
    event_date: iso(row.starts_at ?? 0),
    ...(row.publish_at !== null && { published_at: iso(row.publish_at) }),
    location: row.location,
    ...(takesPlace && { calendar_url: `/api/contents/events/${row.id}.ics` }),
  }
}

export function presentForDesk(
  row: ContentRow,
  translation: { readonly id: number } | undefined,
  now: number,
): DeskContent {
  const { uid, transfer_key, title_key, search_text, translation_group, language, ...shown } =
    withIsoTimes(row)
  return {
    ...shown,
    ...languageField({ language }),
    ...(translation && { translation_of: translation.id }),
    questions: questionsOf(row),
    picture: deskPicture(row.picture),
    state: stateOf(row, now),
  }
}

/** Written by `registrationColumns`. */
export const questionsOf = ({ questions }: Pick<ContentRow, 'questions'>): Question[] =>
  JSON.parse(questions ?? '[]') as Question[]

/** The same as `contentStates` of the repository. */
function stateOf(
  { publish_at, unpublished_at, cancelled_at }: ContentRow,
  now: number,
): ContentState {
  if (unpublished_at !== null) return 'unpublished'
  if (cancelled_at !== null) return 'cancelled'
  if (publish_at === null) return 'draft'
  return publish_at > now ? 'scheduled' : 'published'
}
