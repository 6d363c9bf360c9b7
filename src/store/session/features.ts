import type { Feature } from '#contract/sets.ts'
import { readKey } from '#src/platform/storage.ts'

/** Whether the profile announces the addition; without it the pages are as specified (behaviour 12.2). */
export function offers(profile: unknown, feature: Feature): boolean {
  const features = (profile as { features?: unknown } | undefined)?.features
  return Array.isArray(features) && features.includes(feature)
}

/**
 * Whether the last profile in this browser announced the addition, for pages that load no profile: the logout, passkeys
 * that the browser suggests at the login, and the link in the footer to the team. The stored value survives a logout.
 */
export const remembers = (feature: 'logout' | 'passkeys' | 'reports'): boolean =>
  readKey(feature) === 'true'
