import type { Block, Run } from '#contract/formatting.ts'
import { cutText } from './cutText.ts'
import { inLanguage } from './namedLanguage.ts'

/* Metadata in the head of a public page, written by the server and updated by the browser after each navigation. */

/** Absolute URL; pixels, where they are known. */
export type LinkPicture = {
  readonly url: string
  readonly width?: number
  readonly height?: number
}

export type PageDescription = {
  readonly title: string
  readonly description: string
  /** Title and description for link previews, if they are in another language than the page. */
  readonly shared?: { readonly title: string; readonly description: string }
  /** Canonical path. */
  readonly path: string
  readonly type: 'website' | 'article'
  /** Defaults to the picture of the site. */
  readonly picture?: LinkPicture | null
  /** ISO date and time. */
  readonly publishedAt?: string | null
  /** Language of a text that is not in the main one of the site. */
  readonly language?: string | undefined
}

export type HeadSite = {
  readonly publicUrl: string
  readonly product: string
  /** The languages that the site is served in, the main one first. */
  readonly languages?: readonly string[]
  /** The language that the URL names, unless it is the main one. */
  readonly named?: string | null
}
export type HeadTag = {
  readonly name: 'meta' | 'link'
  readonly attributes: Readonly<Record<string, string | number>>
}

const FALLBACK = { path: '/images/social.jpg', width: 1200, height: 630 }

export const sitePicture = (publicUrl: string) => ({
  url: `${publicUrl}${FALLBACK.path}`,
  width: FALLBACK.width,
  height: FALLBACK.height,
})

/** The URL of a page in one of its languages; in the main one, and without a choice, it is the plain URL. */
export function canonicalAddress({ publicUrl, named }: HeadSite, path: string): string {
  const url = `${publicUrl}${path}`
  return named ? inLanguage(url, named) : url
}

/** Description, canonical URL, the page in other languages, Open Graph and Twitter card. */
export function pageTags(site: HeadSite, page: PageDescription): HeadTag[] {
  const { publicUrl, product, languages = [] } = site
  const { description, type, publishedAt } = page
  const shared = page.shared ?? page
  const picture = page.picture ?? sitePicture(publicUrl)
  const plainUrl = `${publicUrl}${page.path}`
  const url = canonicalAddress(site, page.path)
  const alternate = (hreflang: string, href: string) =>
    tag('link', { rel: 'alternate', hreflang, href })
  const tag = (name: HeadTag['name'], attributes: HeadTag['attributes']): HeadTag => ({
    name,
    // Elements with this mark are replaced by those of the next page.
    attributes: { ...attributes, 'data-page': '' },
  })
  const og = (property: string, content: string | number | undefined) =>
    content === undefined ? [] : [tag('meta', { property, content })]
  return [
    tag('meta', { name: 'description', content: description }),
    tag('link', { rel: 'canonical', href: url }),
    ...(languages.length > 1
      ? [
          ...languages.map((language) => alternate(language, inLanguage(plainUrl, language))),
          alternate('x-default', plainUrl),
        ]
      : []),
    ...og('og:type', type),
    ...og('og:locale', page.language && localeOf(page.language)),
    ...og('og:site_name', product),
    ...og('og:title', shared.title),
    ...og('og:description', shared.description),
    ...og('og:url', url),
    ...og('og:image', picture.url),
    ...og('og:image:width', picture.width),
    ...og('og:image:height', picture.height),
    ...og('article:published_time', publishedAt ?? undefined),
    tag('meta', { name: 'twitter:card', content: 'summary_large_image' }),
  ]
}

/** `de` -> `de_DE`: the protocol has no languages without a country. */
function localeOf(code: string): string {
  const { language, region } = new Intl.Locale(code).maximize()
  return region === undefined ? language : `${language}_${region}`
}

/** Characters that link previews show. */
const DESCRIPTION_MAX = 200

export function excerpt(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= DESCRIPTION_MAX) return line
  const cut = cutText(line, DESCRIPTION_MAX)
  return `${cutText(cut, Math.max(cut.lastIndexOf(' '), DESCRIPTION_MAX / 2))}…`
}

/**
 * The words of a tree without its formatting.
 * @param origin origin of the site, for texts that are read elsewhere: the address of each link follows its words
 */
export const wordsOf = (blocks: readonly Block[], origin?: string): string =>
  linesOf(blocks, origin).join('\n\n')

const linesOf = (blocks: readonly Block[], origin?: string): string[] =>
  blocks.flatMap((block) => linesOfBlock(block, origin))

function linesOfBlock(block: Block, origin: string | undefined): string[] {
  const line = (runs: readonly Run[]) =>
    runs.map((run, at) => textOf(run, runs[at + 1], origin)).join('')
  switch (block.type) {
    case 'paragraph':
    case 'heading':
      return [line(block.runs)]
    case 'quote':
      return linesOf(block.blocks, origin)
    case 'callout':
      return [line(block.title), ...linesOf(block.blocks, origin)]
    case 'list':
      return block.items.flatMap((item) => linesOf(item, origin))
    case 'definitions':
      return block.items.flatMap(({ term, blocks }) => [line(term), ...linesOf(blocks, origin)])
    case 'table':
      return [[block.head, ...block.rows].map((row) => row.map(line).join(' | ')).join('\n')]
    case 'image':
      return [[`[${block.alt}]`, ...(block.caption ? [line(block.caption)] : [])].join('\n')]
    case 'footnotes':
      return block.notes.map((note, index) => `[${index + 1}] ${line(note)}`)
    case 'divider':
      return []
  }
}

/** @param next part of the same link if it has the same address: the words of a link can differ in their marks */
function textOf(run: Run, next: Run | undefined, origin: string | undefined): string {
  if (typeof run === 'string') return run
  const { text, href, note } = run
  if (note !== undefined) return `[${text}]`
  const isEnd = typeof next !== 'object' || next.href !== href
  if (origin === undefined || href === undefined || !isEnd) return text
  const address = href.startsWith('/') ? origin + href : href
  return text === address ? text : `${text} (${address})`
}

/** Description of an event: time and location come first because link previews cut long texts. */
export const eventDescription = (
  range: string | null,
  location: string | null | undefined,
  text: string,
): string => `${[range, location].filter(Boolean).join(', ')}. ${text}`

/** @param texts without formatting; the first with a word counts */
export const describedBy = (title: string, texts: readonly string[]): string =>
  excerpt(texts.find((text) => text.trim() !== '') ?? title)
