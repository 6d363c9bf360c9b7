import { Feed } from 'feed'
import texts from '../../../locales/en/feeds.json' with { type: 'json' }
import { pageAddress, type Site, withPrintableTexts } from '../../calendar.ts'
import { publicAddress, readPicture } from '../../files/pictures.ts'
import type { ContentRow } from './repository.ts'

/** News as Atom (RFC 4287). The feed says that its texts are HTML; ours are plain, so they are escaped. */
export function newsFeed(site: Site, news: readonly ContentRow[]): string {
  const feed = new Feed({
    id: `${site.publicUrl}/discordia/news&events/`,
    title: texts.news.title,
    description: texts.news.description,
    link: `${site.publicUrl}/discordia/news&events/`,
    feedLinks: { atom: `${site.publicUrl}/api/contents/news.atom` },
    language: 'en',
    updated: new Date(Math.max(0, ...news.map((item) => item.updated_at))),
    author: { name: texts.product },
    generator: false,
  })
  for (const item of news.map(withPrintableTexts)) {
    const picture = readPicture(item.picture)
    feed.addItem({
      id: `urn:uuid:${item.uid}`,
      title: escapeHtml(item.title),
      link: pageAddress(site, item),
      date: new Date(item.updated_at),
      published: new Date(item.publish_at ?? item.created_at),
      description: escapeHtml(item.short_description),
      content: paragraphs(item.description),
      ...(picture && {
        image: {
          url: `${site.publicUrl}${publicAddress(picture.key)}`,
          type: picture.key.endsWith('.png') ? 'image/png' : 'image/jpeg',
        },
      }),
    })
  }
  return feed.atom1()
}

const paragraphs = (text: string): string =>
  text
    .split(/\n{2,}/)
    .map((part) => `<p>${escapeHtml(part)}</p>`)
    .join('')

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
/** For element content and for attributes in double quotes. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign)
