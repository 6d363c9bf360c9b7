import { PAGE_FEATURES, PASSKEY_ORIGIN } from '#contract/pages.ts'
import type { PageFeature } from '#contract/sets.ts'

const inHead = () => document.head.querySelector<HTMLMetaElement>(`meta[name="${PAGE_FEATURES}"]`)

/** Adds the feature to those that the head of the page announces. */
export function announceInHead(feature: PageFeature): void {
  const meta = inHead() ?? document.createElement('meta')
  meta.name = PAGE_FEATURES
  meta.content = `${meta.content} ${feature}`
  document.head.append(meta)
}

/** Says on which origin the passkeys of the site work. */
export function announcePasskeysAt(origin: string): void {
  const meta = document.createElement('meta')
  meta.name = PASSKEY_ORIGIN
  meta.content = origin
  document.head.append(meta)
}

/** Removes the announcements; call it after each test that makes some. */
export function withdrawHead(): void {
  inHead()?.remove()
  document.head.querySelector(`meta[name="${PASSKEY_ORIGIN}"]`)?.remove()
}
