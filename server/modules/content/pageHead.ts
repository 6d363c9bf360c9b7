import { ID_MAX } from '#contract/fields.ts'
import type { ContentId } from '#contract/ids.ts'
import { ARTICLE_PAGE, articlePath } from '#contract/publicPages.ts'
import { eventDescription, type LinkPicture, type PageDescription } from '#shared/pageTags.ts'
import { timeRange } from '#shared/timeRange.ts'
import type { Settings } from '../../config/env.ts'
import type { Deps } from '../../http/deps.ts'
import { errors } from '../../http/errors.ts'
import { type DescribedSite, headMarkup, linkPicture, sharedKit } from '../../http/pageTags.ts'
import { type HeadOf, keptHead, type ListPages, MISSING } from '../../http/plugins/pageHead.ts'
import { pageAddress } from '../../text/calendar.ts'
import { languageOf, mainLanguage } from '../../text/contentLanguage.ts'
import type { Kit } from '../../text/kit.ts'
import { iso } from '../../text/time.ts'
import { reading } from '../../work/work.ts'
import { PREVIEW_PARAM, previewTokens } from './preview.ts'
import { type ContentRow, findPublished, listPages } from './repository.ts'

/** Articles in the sitemap; crawlers find older ones through the others. */
const LISTED_MAX = 10_000

/** The head of an article's page; 404 for an unknown id. A preview of a draft has no head of its own. */
export function contentHead(deps: Deps): HeadOf {
  const { previewOf } = previewTokens(deps.jwtSecret)
  return async (url) => {
    const { path, query } = url
    const [, text] = ARTICLE_PAGE.exec(path) ?? []
    if (text === undefined) return null
    const id = Number(text) as ContentId
    if (!(Number.isInteger(id) && id >= 1 && id <= ID_MAX)) return MISSING
    if (previewOf(query.get(PREVIEW_PARAM), deps.clock())?.id === id) return null
    return keptHead(deps, url, {
      area: 'contents',
      id,
      async make(site) {
        const row = await findPublished(reading(deps), id, null)
        if (row === undefined) throw errors.notFound()
        return headTags(site, row)
      },
    })
  }
}

export function descriptionOf(
  { timeZone }: Pick<Settings, 'timeZone'>,
  row: ContentRow,
  language: string,
): string {
  if (row.kind === 'news') return row.short_description
  const wording = { hasYear: true, hasZone: true, language }
  const range = timeRange(iso(row.starts_at), iso(row.ends_at), timeZone, wording)
  return eventDescription(range, row.location, row.short_description)
}

function headTags(site: DescribedSite, row: ContentRow): string {
  const picture = linkPicture(site.publicUrl, row.picture)
  const wordsIn = (kit: Kit) => ({
    title: row.cancelled_at === null ? row.title : `${kit.texts.feeds.cancelled}: ${row.title}`,
    description: descriptionOf(site, row, kit.language),
  })
  const page: PageDescription = {
    ...wordsIn(site.kit),
    shared: wordsIn(sharedKit(site)),
    path: articlePath(row.id),
    type: 'article',
    picture,
    publishedAt: row.publish_at === null ? null : iso(row.publish_at),
    ...languageOf(row.language, mainLanguage(site.kit)),
  }
  return headMarkup(site, page, linkedData(site, row, picture))
}

export const contentPages =
  (deps: Deps): ListPages =>
  async () =>
    (await listPages(reading(deps), LISTED_MAX)).map(({ id, updated_at }) => ({
      path: articlePath(id),
      changedAt: updated_at,
    }))

/** The article as schema.org JSON-LD. It contains no `<`, so that no title can end the `<script>` element around it. */
function linkedData(
  { publicUrl, kit }: DescribedSite,
  row: ContentRow,
  picture: LinkPicture,
): string {
  const { language: inLanguage } = languageOf(row.language, mainLanguage(kit))
  const common = {
    '@context': 'https://schema.org',
    name: row.title,
    description: row.short_description,
    ...(inLanguage !== undefined && { inLanguage }),
    url: pageAddress({ publicUrl }, row),
    image: { '@type': 'ImageObject', ...picture },
  }
  const publisher = { '@type': 'Organization', name: kit.name, url: `${publicUrl}/discordia/` }
  const data =
    row.kind === 'news' ? newsArticle(row, common, publisher) : event(row, common, publisher)
  return JSON.stringify(data).replaceAll('<', '\\u003c')
}

const newsArticle = (row: ContentRow, common: object, publisher: object) => ({
  ...common,
  '@type': 'NewsArticle',
  headline: row.title,
  datePublished: iso(row.publish_at),
  dateModified: iso(row.updated_at),
  author: publisher,
  publisher,
})

const ATTENDANCE = {
  Online: 'OnlineEventAttendanceMode',
  Offline: 'OfflineEventAttendanceMode',
  Both: 'MixedEventAttendanceMode',
} as const

function event(row: ContentRow, common: { url: string }, organizer: object) {
  const mode = row.event_type ?? 'Both'
  const place = { '@type': 'Place', name: row.location ?? '', address: row.location ?? '' }
  const online = { '@type': 'VirtualLocation', url: common.url }
  return {
    ...common,
    '@type': 'Event',
    startDate: iso(row.starts_at),
    endDate: iso(row.ends_at),
    eventStatus: `https://schema.org/${row.cancelled_at === null ? 'EventScheduled' : 'EventCancelled'}`,
    eventAttendanceMode: `https://schema.org/${ATTENDANCE[mode]}`,
    location: mode === 'Online' ? online : mode === 'Offline' ? place : [place, online],
    organizer,
  }
}
