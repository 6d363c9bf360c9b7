import type { Feature } from '#contract/sets.ts'
import { readKey } from '#src/platform/storage.ts'

/** Whether the profile announces the addition; without it the pages are as specified (behaviour 12.2). */
export function offers(profile: unknown, feature: Feature): boolean {
  const features = (profile as { features?: unknown } | undefined)?.features
  return Array.isArray(features) && features.includes(feature)
}

/**
 * Of the last profile in this browser, for calls that are due where none was loaded: the logout on any page, and the
 * options of the passkeys that the browser suggests at the login. They survive a logout.
 */
export const remembers = (feature: 'logout' | 'passkeys'): boolean => readKey(feature) === 'true'
