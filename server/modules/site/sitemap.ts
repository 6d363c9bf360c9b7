import { element, textElement } from '../../text/markup.ts'

/** `path` below the origin of the site, in its canonical form; `changedAt` in epoch milliseconds. */
export type ListedPage = { readonly path: string; readonly changedAt?: number }
export type ListPages = () => Promise<readonly ListedPage[]>

/** Limit of the protocol for one file. */
export const SITEMAP_MAX = 50_000

export function sitemap(publicUrl: string, pages: readonly ListedPage[]): string {
  const urls = pages.slice(0, SITEMAP_MAX).map(({ path, changedAt }) => {
    const location = textElement('loc', `${publicUrl}${path}`)
    const changed =
      changedAt === undefined ? '' : textElement('lastmod', new Date(changedAt).toISOString())
    return element('url', location + changed)
  })
  const content = `\n${urls.join('\n')}\n`
  const urlset = element('urlset', content, {
    xmlns: 'http://www.sitemaps.org/schemas/sitemap/0.9',
  })
  return `<?xml version="1.0" encoding="utf-8"?>\n${urlset}\n`
}
