import { KIT, type KitFacts, MARK_PATH } from '#contract/pages.ts'

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

/** URL of a file of the site that the kit can replace. It changes with the kit. */
export const kitUrl = (path: string, kit: KitFacts | null): string =>
  kit === null ? path : `${path}?${KIT}=${encodeURIComponent(kit.stamp)}`

export const markUrl = (kit: KitFacts): string => kitUrl(MARK_PATH, kit)
