import { element, emptyElement, textElement } from '../../text/markup.ts'

/** One entry of a feed; times are ISO 8601. */
type Entry = {
  /** A UUID. */
  readonly uid: string
  readonly title: string
  readonly published: string
  readonly updated: string
  readonly page: string
  /** Absent: as that of the feed. */
  readonly language?: string
  /** The name of a tag that marks a cancelled event. */
  readonly cancelled?: string
  readonly picture?: { readonly url: string; readonly type: string; readonly length: number }
  readonly summary: string
  readonly html: string
}

export type Feed = {
  readonly id: string
  readonly title: string
  readonly subtitle: string
  readonly updated: string
  readonly author: string
  readonly language: string
  readonly page: string
  readonly self: string
  readonly icon: string
  readonly entries: readonly Entry[]
}

export const ATOM = 'application/atom+xml'
/** Version 1.1 of https://www.jsonfeed.org */
export const JSON_FEED = 'application/feed+json'

export const FORMATS = {
  [ATOM]: (feed: Feed): string => {
    const content = [
      textElement('id', feed.id),
      textElement('title', feed.title),
      textElement('subtitle', feed.subtitle),
      textElement('updated', feed.updated),
      element('author', textElement('name', feed.author)),
      emptyElement('link', { rel: 'alternate', type: 'text/html', href: feed.page }),
      emptyElement('link', { rel: 'self', type: ATOM, href: feed.self }),
      textElement('icon', feed.icon),
      ...feed.entries.map(atomEntry),
    ]
    const attributes = { xmlns: 'http://www.w3.org/2005/Atom', 'xml:lang': feed.language }
    return `<?xml version="1.0" encoding="utf-8"?>\n${element('feed', content.join('\n'), attributes)}\n`
  },
  [JSON_FEED]: ({ entries, ...feed }: Feed): string =>
    JSON.stringify({
      version: 'https://jsonfeed.org/version/1.1',
      title: feed.title,
      home_page_url: feed.page,
      feed_url: feed.self,
      description: feed.subtitle,
      icon: feed.icon,
      authors: [{ name: feed.author }],
      language: feed.language,
      items: entries.map(({ uid, html, picture, cancelled, ...entry }) => ({
        id: `urn:uuid:${uid}`,
        url: entry.page,
        title: entry.title,
        content_html: html,
        summary: entry.summary,
        image: picture?.url,
        date_published: entry.published,
        date_modified: entry.updated,
        language: entry.language,
        tags: cancelled && [cancelled],
      })),
    }),
} as const

function atomEntry({ uid, language, cancelled, picture, ...entry }: Entry): string {
  const content = [
    textElement('id', `urn:uuid:${uid}`),
    textElement('title', entry.title),
    textElement('published', entry.published),
    textElement('updated', entry.updated),
    emptyElement('link', { rel: 'alternate', type: 'text/html', href: entry.page }),
    ...(picture
      ? [
          emptyElement('link', {
            rel: 'enclosure',
            type: picture.type,
            length: picture.length,
            href: picture.url,
          }),
        ]
      : []),
    ...(cancelled ? [emptyElement('category', { term: 'cancelled', label: cancelled })] : []),
    textElement('summary', entry.summary),
    textElement('content', entry.html, { type: 'html' }),
  ]
  return element('entry', content.join('\n'), language ? { 'xml:lang': language } : {})
}
