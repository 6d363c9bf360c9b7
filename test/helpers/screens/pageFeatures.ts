import { PAGE_FEATURES } from '#contract/pages.ts'
import type { PageFeature } from '#contract/sets.ts'

const inHead = () => document.head.querySelector<HTMLMetaElement>(`meta[name="${PAGE_FEATURES}"]`)

/** Adds the feature to those that the head of the page announces. */
export function announceInHead(feature: PageFeature): void {
  const meta = inHead() ?? document.createElement('meta')
  meta.name = PAGE_FEATURES
  meta.content = `${meta.content} ${feature}`
  document.head.append(meta)
}

/** Removes the announcements; call it after each test that makes some. */
export const withdrawHead = (): void => inHead()?.remove()
