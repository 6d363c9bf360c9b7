import type { Profile } from '#contract/account.ts'
import type { Feature } from '#contract/sets.ts'
import { readKey } from '#src/platform/storage.ts'
import type { ApiState } from '../http/baseApi.ts'
import { accountApi } from './api.ts'

const { useGetProfileQuery } = accountApi

/** The profile of the reader; undefined until it is there. */
export const selectProfile = (state: { readonly api: ApiState }): Profile | undefined =>
  accountApi.endpoints.getProfile.select()(state).data

/** Whether the profile announces the addition; without it the pages are as specified (behaviour 12.2). */
export function offers(profile: unknown, feature: Feature): boolean {
  const features = (profile as { features?: unknown } | undefined)?.features
  return Array.isArray(features) && features.includes(feature)
}

/**
 * Whether the last profile in this browser announced the addition. Two calls are made on pages that load no profile: the
 * logout on any page, and the options of the passkeys that the browser suggests at the login. The stored value survives
 * a logout.
 */
export const remembers = (feature: 'logout' | 'passkeys'): boolean => readKey(feature) === 'true'

/** Whether the server offers an addition. */
export const useFeature = (feature: Feature): boolean =>
  useGetProfileQuery(undefined, {
    selectFromResult: ({ data }) => ({ isOffered: offers(data, feature) }),
  }).isOffered
