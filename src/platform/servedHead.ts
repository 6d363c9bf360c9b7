import { LANGUAGE_PARAM } from '#contract/lists.ts'
import { namedLanguage } from '#shared/namedLanguage.ts'
import type { HeadSite, HeadTag } from '#shared/pageTags.ts'
import { announcedLanguages } from './languages.ts'

const marked = <Tag extends Element>(selector = '') =>
  document.head.querySelectorAll<Tag>(`${selector}[data-page]`)

let site: HeadSite | null = null

/** Facts about the site in the served head; null if the server writes no heads. */
export function servedSite(): HeadSite | null {
  const url = canonicalUrl()
  if (url !== null) {
    const [name] = marked('meta[property="og:site_name"]')
    const languages = announcedLanguages().split(' ')
    const query = new URLSearchParams(window.location.search)
    const named = namedLanguage(query.get(LANGUAGE_PARAM), languages)
    const product = name?.getAttribute('content') ?? ''
    site = { publicUrl: new URL(url).origin, product, languages, named }
  }
  return site
}

export const canonicalUrl = (): string | null =>
  marked<HTMLLinkElement>('link[rel="canonical"]')[0]?.href ?? null

/** Removes the tags of one page, such as its canonical URL. The feeds stay. */
export function dropServedHead(): void {
  servedSite()
  for (const tag of marked()) tag.remove()
}

export function writeHead(tags: readonly HeadTag[]): void {
  dropServedHead()
  for (const { name, attributes } of tags) {
    const tag = document.createElement(name)
    for (const [key, value] of Object.entries(attributes)) tag.setAttribute(key, String(value))
    document.head.append(tag)
  }
}
