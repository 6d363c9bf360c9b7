import { PAGE_FEATURES } from '#contract/pages.ts'
import type { PageFeature } from '#contract/sets.ts'

const inHead = () => document.head.querySelector<HTMLMetaElement>(`meta[name="${PAGE_FEATURES}"]`)

/** As the head of a page whose server announces this, too. */
export function announceInHead(feature: PageFeature): void {
  const meta = inHead() ?? document.createElement('meta')
  meta.name = PAGE_FEATURES
  meta.content = `${meta.content} ${feature}`
  document.head.append(meta)
}

/** After each test that announces something. */
export const withdrawHead = (): void => inHead()?.remove()
