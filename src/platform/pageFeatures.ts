import { PAGE_FEATURES } from '#contract/pages.ts'
import type { PageFeature } from '#contract/sets.ts'

/**
 * Whether the head of the page announces an addition (behaviour 12.2). True where the server renders pages, which has
 * no document: such a server announces whatever its pages show.
 */
export function announces(feature: PageFeature): boolean {
  if (globalThis.document === undefined) return true
  const list = document.head.querySelector<HTMLMetaElement>(`meta[name="${PAGE_FEATURES}"]`)
  return list?.content.split(' ').includes(feature) === true
}
