import { KIT, type KitFacts, PAGE_FEATURES } from '#contract/pages.ts'
import type { PageFeature } from '#contract/sets.ts'
import type { SitePart } from '#contract/siteKit.ts'
import { isRightToLeft, keyInDirection } from '#shared/direction.ts'
import { isProduction } from './env.ts'
import { readTabValue, writeTabValue } from './storage.ts'

export const reloadPage = (): void => window.location.reload()
export const printPage = (): void => window.print()

/** As specified: every route starts at its top (behaviour 2.1). */
export function scrollToTop(): void {
  // No return value: newer browsers return a promise, which an effect would take for its cleanup.
  window.scrollTo(0, 0)
}

/** Focuses this element if it is still connected, else the main heading. The page does not scroll. */
export function focusOrHeading(element: Element | null): void {
  const isConnected =
    element instanceof HTMLElement && element.isConnected && element !== document.body
  const target = isConnected ? element : document.querySelector<HTMLElement>('main h1')
  if (!isConnected) target?.setAttribute('tabindex', '-1')
  target?.focus({ preventScroll: true })
}

export type HistoryMove = (event: PopStateEvent) => void

/**
 * Whether the head of the page announces an addition (behaviour 12.2). True where the server renders pages, which has
 * no document: such a server announces whatever its pages show.
 */
export function announces(feature: PageFeature): boolean {
  if (globalThis.document === undefined) return true
  const list = document.head.querySelector<HTMLMetaElement>(`meta[name="${PAGE_FEATURES}"]`)
  return list?.content.split(' ').includes(feature) === true
}

export type { KitFacts }

/** The facts of the kit as text, in the head of every page; null on a site without a kit, and with another server. */
export const kitText = (): string | null =>
  document.querySelector(`meta[name="${KIT}"]`)?.getAttribute('content') ?? null

export function kitIn(text: string | null): KitFacts | null {
  try {
    return text ? (JSON.parse(text) as KitFacts) : null
  } catch {
    return null
  }
}

/** Whether the community does without a part of the site (ruling 88). @param kit by default that of the page */
export const hides = (
  part: SitePart | undefined,
  kit: KitFacts | null = kitIn(kitText()),
): boolean => kit?.hidden?.some((one) => one === part) === true

/** URL of a file of the site that the kit can replace. It changes with the kit. */
export const kitUrl = (path: string, kit: KitFacts | null): string =>
  kit === null ? path : `${path}?${KIT}=${encodeURIComponent(kit.stamp)}`

/** Names the language of the texts, which screen readers need, and sets the direction of the page. */
export function nameLanguage(language: string): void {
  const { documentElement: root } = document
  root.lang = language
  if (isRightToLeft(language)) root.dir = 'rtl'
  else root.removeAttribute('dir')
}

/** The key that leads to the same neighbour on a page from left to right. */
export const keyOfDirection = (key: string): string =>
  keyInDirection(key, document.documentElement.lang)

export const SEARCH_BUTTON_ID = 'site-search'

/** Longest wait: the browser does not paint hidden tabs. */
const PAINT_WITHIN_MS = 100

/** Calls back once, after the next frame is painted. */
export function afterPaint(callback: () => void): void {
  let isDone = false
  const finish = () => {
    if (isDone) return
    isDone = true
    clearTimeout(limit)
    callback()
  }
  const limit = setTimeout(finish, PAINT_WITHIN_MS)
  if (typeof requestAnimationFrame === 'function') requestAnimationFrame(() => setTimeout(finish))
}

const SWITCH = 'devtools'

/** Whether Redux DevTools may attach: in development, and in production from `?devtools` to `?devtools=off` or the end of the tab. */
export function isDebugging(
  search: string = globalThis.location?.search ?? '',
  production: boolean = isProduction,
): boolean {
  if (!production) return true
  const param = new URLSearchParams(search).get(SWITCH)
  if (param !== null) writeTabValue(SWITCH, param === 'off' ? null : 'on')
  return param === null ? readTabValue(SWITCH) === 'on' : param !== 'off'
}
