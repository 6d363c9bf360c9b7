import { CONSENT_DAYS } from '#contract/limits.ts'

/** The product's name followed by `-consent-cookie` (SPEC 9). */
export const CONSENT_COOKIE = 'discordia-consent-cookie'
const DAY_SECONDS = 24 * 60 * 60

/** Whether the visitor has accepted. Blocked cookies count as not accepted. */
export function hasConsent(): boolean {
  try {
    return document.cookie.split('; ').some((pair) => pair.startsWith(`${CONSENT_COOKIE}=`))
  } catch {
    return false
  }
}

/** As specified: 750 days, although browsers keep it for 400 at most (SPEC 9; SETTLED 50). */
export function storeConsent(): void {
  try {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API needs https and is not everywhere.
    document.cookie = `${CONSENT_COOKIE}=true; max-age=${CONSENT_DAYS * DAY_SECONDS}; path=/; SameSite=Lax`
  } catch {
    // Blocked cookies: the banner comes back on the next visit.
  }
}
