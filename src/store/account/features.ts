import type { Feature } from '#contract/sets.ts'
import { readKey, writeKey } from '#src/platform/storage.ts'

/** Whether the profile announces the addition; without it the pages are as specified (behaviour 12). */
export function announces(profile: { features?: unknown } | undefined, feature: Feature): boolean {
  const features = profile?.features
  return Array.isArray(features) && features.includes(feature)
}

/** For the next login in this browser, which no profile precedes; survives a logout. */
export const rememberPasskeys = (areOffered: boolean): void =>
  void writeKey('passkeys', areOffered ? 'true' : null)

export const remembersPasskeys = (): boolean => readKey('passkeys') === 'true'
