import texts from '../../locales/en/feeds.json' with { type: 'json' }
import type { Settings } from '../config/env.ts'
import { publicUrlPath, readPicture } from '../files/pictures.ts'
import { type Attributes, escapeHtml, voidTag } from '../text/markup.ts'

/** Absolute URL; pixels. */
export type LinkPicture = { readonly url: string; readonly width: number; readonly height: number }
export type PageDescription = {
  readonly title: string
  readonly description: string
  readonly path: string
  readonly type: 'website' | 'article'
  readonly picture: LinkPicture
  /** Epoch milliseconds. */
  readonly publishedAt?: number | null
  /** JSON, escaped for a `<script>` element. */
  readonly linkedData?: string
}

const FALLBACK = { path: '/images/social.jpg', width: 1200, height: 630 }
/** Characters that link previews show. */
const DESCRIPTION_MAX = 200

/**
 * Title, description, canonical URL, Open Graph and Twitter card for readers without scripts. The site removes tags
 * with `data-page` when it leaves the page (src/platform/page.ts).
 */
export function pageTags({ publicUrl }: Pick<Settings, 'publicUrl'>, page: PageDescription) {
  const { title, description, type, picture, publishedAt, linkedData } = page
  const url = `${publicUrl}${page.path}`
  const tag = (name: string, attributes: Attributes) =>
    voidTag(name, { ...attributes, 'data-page': '' })
  const og = (property: string, content: string | number) => tag('meta', { property, content })
  return [
    `<title>${escapeHtml(`${title} – ${texts.product}`)}</title>`,
    tag('meta', { name: 'description', content: description }),
    tag('link', { rel: 'canonical', href: url }),
    og('og:type', type),
    og('og:site_name', texts.product),
    og('og:title', title),
    og('og:description', description),
    og('og:url', url),
    og('og:image', picture.url),
    og('og:image:width', picture.width),
    og('og:image:height', picture.height),
    ...(publishedAt == null
      ? []
      : [og('article:published_time', new Date(publishedAt).toISOString())]),
    tag('meta', { name: 'twitter:card', content: 'summary_large_image' }),
    // Data: the security policy does not block it.
    ...(linkedData === undefined
      ? []
      : [`<script type="application/ld+json" data-page="">${linkedData}</script>`]),
  ].join('')
}

/** @param json of a row's picture, as `StoredPicture` */
export function linkPicture(publicUrl: string, json: string | null): LinkPicture {
  const own = readPicture(json)
  return own === null
    ? { url: `${publicUrl}${FALLBACK.path}`, width: FALLBACK.width, height: FALLBACK.height }
    : { url: `${publicUrl}${publicUrlPath(own.key)}`, width: own.width, height: own.height }
}

export function excerpt(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= DESCRIPTION_MAX) return line
  const cut = line.slice(0, DESCRIPTION_MAX)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), DESCRIPTION_MAX / 2)).toWellFormed()}…`
}
