import { element, emptyElement, textElement } from '../../text/markup.ts'
import { iso } from '../../text/time.ts'

/** Timestamps are epoch milliseconds, URLs absolute. Texts must be printable: XML cannot carry every character. */
export type AtomFeed = {
  /** Never changes, whatever the URL of the feed. */
  readonly id: string
  readonly language: string
  readonly title: string
  readonly subtitle: string
  readonly author: string
  /** URL of the page with the same articles. */
  readonly page: string
  /** URL of the feed. */
  readonly self: string
  readonly icon: string
  readonly entries: readonly AtomEntry[]
}
export type AtomEntry = {
  readonly id: string
  readonly title: string
  readonly page: string
  readonly publishedAt: number
  readonly updatedAt: number
  readonly summary: string
  /** Plain text; an empty line begins another paragraph. */
  readonly text: string
  readonly category?: { readonly term: string; readonly label: string }
  readonly enclosure?: Enclosure | undefined
}
export type Enclosure = {
  readonly url: string
  readonly mediaType: string
  /** Bytes. */
  readonly length: number
}

/** A feed as Atom (RFC 4287). */
export function atom(feed: AtomFeed): string {
  const { id, language, title, subtitle, author, page, self, icon, entries } = feed
  const updatedAt = Math.max(0, ...entries.map((entry) => entry.updatedAt))
  const content = [
    textElement('id', id),
    textElement('title', title),
    textElement('subtitle', subtitle),
    textElement('updated', iso(updatedAt)),
    element('author', textElement('name', author)),
    emptyElement('link', { rel: 'alternate', type: 'text/html', href: page }),
    emptyElement('link', { rel: 'self', type: 'application/atom+xml', href: self }),
    textElement('icon', icon),
    ...entries.map(atomEntry),
  ].join('\n')
  const attributes = { xmlns: 'http://www.w3.org/2005/Atom', 'xml:lang': language }
  return `<?xml version="1.0" encoding="utf-8"?>\n${element('feed', content, attributes)}\n`
}

const atomEntry = (entry: AtomEntry): string =>
  element(
    'entry',
    [
      textElement('id', entry.id),
      textElement('title', entry.title),
      textElement('published', iso(entry.publishedAt)),
      textElement('updated', iso(entry.updatedAt)),
      emptyElement('link', { rel: 'alternate', type: 'text/html', href: entry.page }),
      ...(entry.enclosure ? [enclosureLink(entry.enclosure)] : []),
      ...(entry.category ? [emptyElement('category', entry.category)] : []),
      textElement('summary', entry.summary),
      textElement('content', paragraphs(entry.text), { type: 'html' }),
    ].join('\n'),
  )

const enclosureLink = ({ url, mediaType, length }: Enclosure): string =>
  emptyElement('link', { rel: 'enclosure', type: mediaType, length, href: url })

const paragraphs = (text: string): string =>
  text
    .split(/\n{2,}/)
    .map((part) => textElement('p', part))
    .join('')
