import texts from '../../../locales/en/feeds.json' with { type: 'json' }
import type { LinkPicture } from '../../http/pageTags.ts'
import { pageAddress } from '../../text/calendar.ts'
import { iso } from '../../text/time.ts'
import type { ContentRow } from './repository.ts'

/** The article as schema.org JSON-LD. Without any `<`, so that no title can end the `<script>` element around it. */
export function linkedData(publicUrl: string, row: ContentRow, picture: LinkPicture): string {
  const common = {
    '@context': 'https://schema.org',
    name: row.title,
    description: row.short_description,
    url: pageAddress({ publicUrl }, row),
    image: { '@type': 'ImageObject', ...picture },
  }
  const publisher = { '@type': 'Organization', name: texts.product, url: `${publicUrl}/discordia/` }
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
