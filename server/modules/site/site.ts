import { PUBLIC_PAGES } from '#contract/pageList.ts'
import { publicPageAt } from '#contract/publicPages.ts'
import type { Deps } from '../../http/deps.ts'
import { headMarkup, sharedKit } from '../../http/pageTags.ts'
import {
  firstHead,
  type HeadOf,
  type ListedPage,
  type ListPages,
  siteOfPage,
} from '../../http/plugins/pageHead.ts'
import type { Kit } from '../../text/kit.ts'
import { element, textElement } from '../../text/markup.ts'
import type { CollectedSite } from '../face.ts'

/** @param key such as `login.title` */
function textAt({ texts: { translation } }: Kit, key: string): string {
  const text = key
    .split('.')
    .reduce<unknown>(
      (part, name) => Object.entries(part ?? {}).find(([own]) => own === name)?.[1],
      translation,
    )
  if (typeof text !== 'string') throw new Error(`No text is called ${key}`)
  return text
}

const publicPageHead =
  (deps: SiteDeps): HeadOf =>
  async (url) => {
    const page = publicPageAt(url.path)
    if (page === undefined) return null
    const site = siteOfPage(deps, url)
    const wordsIn = (kit: Kit) => ({
      title: textAt(kit, page.title),
      description: textAt(kit, page.lead),
    })
    const shared = wordsIn(sharedKit(site))
    const { path } = page
    const tags = headMarkup(site, { ...wordsIn(site.kit), shared, path, type: 'website' })
    return { status: 200, tags }
  }

export type Site = {
  readonly headOf: HeadOf
  readonly everyPage: (kit: Kit) => string
  readonly listPages: ListPages
}

type SiteDeps = Pick<Deps, 'settings' | 'kit'>

export const describeSite = (
  deps: SiteDeps,
  { headsOf, lists, everyPage }: Pick<CollectedSite, 'headsOf' | 'lists' | 'everyPage'>,
): Site => ({
  headOf: firstHead(...headsOf, publicPageHead(deps)),
  everyPage,
  listPages: async () => [
    ...PUBLIC_PAGES.filter(
      (page) =>
        !('isUnlisted' in page) &&
        !('part' in page && deps.kit.current().facts?.hidden?.includes(page.part)),
    ),
    ...(await Promise.all(lists.map((list) => list()))).flat(),
  ],
})

/** Limit of the protocol for one file. */
const SITEMAP_MAX = 50_000

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
