import type { Feature } from '#contract/sets.ts'
import { readKey, writeKey } from '#src/platform/storage.ts'

/** Whether the profile announces the addition; without it the pages are as specified (behaviour 12.2). */
export function announces(profile: { features?: unknown } | undefined, feature: Feature): boolean {
  const features = profile?.features
  return Array.isArray(features) && features.includes(feature)
}

/**
 * Features remembered from the last profile of this browser, for pages without a profile: the login, and pages with
 * texts. They survive a logout.
 */
const REMEMBERED = ['passkeys', 'formatting'] as const
type Remembered = (typeof REMEMBERED)[number]

export function rememberFeatures(profile: { features?: unknown }): void {
  for (const feature of REMEMBERED) writeKey(feature, announces(profile, feature) ? 'true' : null)
}

export const remembers = (feature: Remembered): boolean => readKey(feature) === 'true'
