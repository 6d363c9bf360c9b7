import { CONSENT_COOKIE, EARLIER_CONSENT_COOKIE } from '#contract/pages.ts'
import { consentCookie } from '#shared/kit.ts'
import { kitIn, kitText } from './page.ts'

/** As specified: browsers cap a cookie's lifetime at 400 days (ruling 50). */
export const CONSENT_DAYS = 750

const DAY_SECONDS = 24 * 60 * 60
export const CHOICE_SECONDS = CONSENT_DAYS * DAY_SECONDS

/** The stored value, not decoded; null without such a cookie or if cookies are blocked. Never throws. */
export function readCookie(name: string): string | null {
  try {
    const stored = document.cookie.split('; ').find((pair) => pair.startsWith(`${name}=`))
    return stored?.slice(name.length + 1) ?? null
  } catch {
    return null
  }
}

const isStored = (name: string): boolean => readCookie(name) !== null

/** Blocked cookies count as no consent. Renames a cookie of an earlier version. */
export function hasConsent(): boolean {
  try {
    // Under the name of a community, a visitor is asked again once.
    if (kitText() !== null) return isStored(ownCookie())
    const hasEarlier = isStored(EARLIER_CONSENT_COOKIE)
    if (!isStored(CONSENT_COOKIE) && hasEarlier) storeConsent()
    if (hasEarlier) writeCookie(`${EARLIER_CONSENT_COOKIE}=; max-age=0; path=/`)
    return hasEarlier || isStored(CONSENT_COOKIE)
  } catch {
    return false
  }
}

function ownCookie(): string {
  const kit = kitIn(kitText())
  return kit === null ? CONSENT_COOKIE : consentCookie(kit.name)
}

/** As specified: 750 days, although browsers keep it for 400 at most (behaviour 9.7; ruling 50). */
export const storeConsent = (): void =>
  writeCookie(`${ownCookie()}=true; max-age=${CHOICE_SECONDS}; path=/; SameSite=Lax`)

/** Blocked cookies are no error: the banner appears again on the next visit. */
export function writeCookie(cookie: string): void {
  try {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API needs https and is not everywhere.
    document.cookie = cookie
  } catch {
    // Blocked.
  }
}
