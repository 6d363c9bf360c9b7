import { LRUCache } from 'lru-cache'
import texts from '../../../locales/en/feeds.json' with { type: 'json' }
import type { Settings } from '../../config/env.ts'
import { type FileStore, publicKey } from '../../files/fileStore.ts'
import { publicUrlPath, readPicture } from '../../files/pictures.ts'
import { pageAddress, withPrintableTexts } from '../../text/calendar.ts'
import { voidTag } from '../../text/markup.ts'
import { type AtomEntry, atom, type Enclosure } from './atom.ts'
import { descriptionOf } from './pageHead.ts'
import type { ContentRow } from './repository.ts'

/** Below the origin of the site. */
export const FEED_PATHS = {
  news: '/api/contents/news.atom',
  events: '/api/contents/events.atom',
  calendar: '/api/contents/events.ics',
} as const

const ATOM = 'application/atom+xml'
const FEEDS = [
  { kind: 'news', type: ATOM, title: texts.news.title },
  { kind: 'events', type: ATOM, title: texts.events.title },
  { kind: 'calendar', type: 'text/calendar', title: texts.calendar.title },
] as const

/**
 * For the head of every page: browsers and feed readers find the feeds by these, and so does the site, which knows
 * them by `data-feed` and offers none where a server has announced none.
 */
export const FEED_LINKS = FEEDS.map(({ kind, type, title }) =>
  voidTag('link', { rel: 'alternate', type, title, href: FEED_PATHS[kind], 'data-feed': kind }),
).join('')

type Kind = 'news' | 'events'

/** Files kept in the cache of sizes. A file never changes under its name, and asking a bucket takes long. */
const SIZES_MAX = 500

/** News and events as two Atom feeds. */
export function contentFeeds(
  { publicUrl, timeZone }: Pick<Settings, 'publicUrl' | 'timeZone'>,
  files: Pick<FileStore, 'size'>,
) {
  const page = `${publicUrl}/discordia/news&events/`
  // An id must not change: the first feed has had the URL of the page since before there was a second one.
  const ids: Record<Kind, string> = { news: page, events: `${publicUrl}${FEED_PATHS.events}` }
  const sizes = new LRUCache<string, number>({ max: SIZES_MAX })

  async function sizeOf(name: string): Promise<number | undefined> {
    const known = sizes.get(name)
    if (known !== undefined) return known
    const key = publicKey(name)
    const size = key && (await files.size(key))
    if (size === null) return undefined
    sizes.set(name, size)
    return size
  }

  async function enclosureOf({ picture: json }: ContentRow): Promise<Enclosure | undefined> {
    const picture = readPicture(json)
    const length = picture === null ? undefined : await sizeOf(picture.key)
    if (picture === null || length === undefined) return undefined
    const mediaType = picture.key.endsWith('.png') ? 'image/png' : 'image/jpeg'
    return { url: `${publicUrl}${publicUrlPath(picture.key)}`, mediaType, length }
  }

  async function entryOf(row: ContentRow): Promise<AtomEntry> {
    const item = withPrintableTexts(row)
    return {
      id: `urn:uuid:${item.uid}`,
      title: item.cancelled_at === null ? item.title : `${texts.cancelled}: ${item.title}`,
      page: pageAddress({ publicUrl }, item),
      publishedAt: item.publish_at ?? item.created_at,
      updatedAt: item.updated_at,
      summary: descriptionOf({ timeZone }, item),
      text: item.description,
      enclosure: await enclosureOf(item),
      ...(item.cancelled_at !== null && {
        category: { term: 'cancelled', label: texts.cancelled },
      }),
    }
  }

  return async (kind: Kind, rows: readonly ContentRow[]): Promise<string> =>
    atom({
      id: ids[kind],
      language: 'en',
      title: texts[kind].title,
      subtitle: texts[kind].description,
      author: texts.product,
      page,
      self: `${publicUrl}${FEED_PATHS[kind]}`,
      icon: `${publicUrl}/icons/favicon-180.png`,
      entries: await Promise.all(rows.map(entryOf)),
    })
}
