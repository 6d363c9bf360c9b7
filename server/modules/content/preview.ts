import type { ContentId } from '#contract/ids.ts'
import { ID_MAX } from '#contract/limits.ts'
import { rangeText, timeRange } from '#contract/timeRange.ts'
import texts from '../../../locales/en/feeds.json' with { type: 'json' }
import { pageAddress } from '../../calendar.ts'
import type { Deps } from '../../deps.ts'
import type { Settings } from '../../env.ts'
import { errors, Refusal } from '../../errors.ts'
import { refusalOf } from '../../failures.ts'
import { publicAddress, readPicture } from '../../files/pictures.ts'
import type { HeadOf } from '../../plugins/pageHead.ts'
import { escapeHtml } from './feeds.ts'
import { type LinkPicture, linkedData } from './linkedData.ts'
import { type ContentRow, contentRepository as contents } from './repository.ts'

const NEWS_PAGE = /^\/discordia\/news\/(\d{1,10})\/?$/
/** For items without a picture of their own. */
const FALLBACK = { path: '/images/social.jpg', width: 1200, height: 630 }

/**
 * Title, description, canonical address, Open Graph, Twitter card and JSON-LD of a news item or event, so
 * that a link to it can be previewed where no script runs.
 */
export const contentHead =
  ({ db, clock, answers, settings }: Deps): HeadOf =>
  async (path) => {
    const id = Number(NEWS_PAGE.exec(path)?.[1]) as ContentId
    if (!(id >= 1 && id <= ID_MAX)) return null
    try {
      const { bytes } = await answers.get('contents', `head ${id}`, async () => {
        const row = await contents.published(db, id, clock())
        if (row === undefined) throw errors.notFound()
        return { mediaType: 'text/html', text: headTags(settings, row) }
      })
      return bytes.toString()
    } catch (error) {
      // The site has a page for unknown ids as well, and needs no database to show that one is away.
      if (error instanceof Refusal || refusalOf(error) !== null) return null
      throw error
    }
  }

type Site = Pick<Settings, 'publicUrl' | 'timeZone'>

/** An event says when and where first: previews cut what is long. */
function descriptionOf({ timeZone }: Site, row: ContentRow): string {
  if (row.kind === 'news') return row.short_description
  const range = timeRange(isoOf(row.starts_at), isoOf(row.ends_at), timeZone)
  const facts = [range && rangeText(range), row.location].filter(Boolean).join(', ')
  return `${facts}. ${row.short_description}`
}

const isoOf = (time: number | null): string | null =>
  time === null ? null : new Date(time).toISOString()

function headTags(site: Site, row: ContentRow): string {
  const { publicUrl } = site
  const description = descriptionOf(site, row)
  const address = pageAddress({ publicUrl }, row)
  const picture = linkPicture(publicUrl, row)
  const attributes = (names: Record<string, string | number>) =>
    Object.entries(names)
      .map(([name, value]) => ` ${name}="${escapeHtml(String(value))}"`)
      .join('')
  const meta = (name: string, content: string | number) => `<meta${attributes({ name, content })}>`
  const og = (property: string, content: string | number) =>
    `<meta${attributes({ property, content })}>`
  const title = row.cancelled_at === null ? row.title : `${texts.cancelled} ${row.title}`
  return [
    `<title>${escapeHtml(`${title} – ${texts.product}`)}</title>`,
    meta('description', description),
    `<link${attributes({ rel: 'canonical', href: address })}>`,
    og('og:type', 'article'),
    og('og:site_name', texts.product),
    og('og:title', title),
    og('og:description', description),
    og('og:url', address),
    og('og:image', picture.url),
    og('og:image:width', picture.width),
    og('og:image:height', picture.height),
    og('article:published_time', new Date(row.publish_at ?? 0).toISOString()),
    meta('twitter:card', 'summary_large_image'),
    // Data, not a script: it is not run, and the site's policy has nothing against it.
    `<script type="application/ld+json">${linkedData(publicUrl, row, picture)}</script>`,
  ].join('')
}

function linkPicture(publicUrl: string, row: ContentRow): LinkPicture {
  const own = readPicture(row.picture)
  return own === null
    ? { url: `${publicUrl}${FALLBACK.path}`, width: FALLBACK.width, height: FALLBACK.height }
    : { url: `${publicUrl}${publicAddress(own.key)}`, width: own.width, height: own.height }
}
