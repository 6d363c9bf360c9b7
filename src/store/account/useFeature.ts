import type { Feature } from '#contract/sets.ts'
import { useGetProfileQuery } from './api.ts'
import { announces } from './features.ts'

/** Whether the server offers an addition. */
export const useFeature = (feature: Feature): boolean =>
  useGetProfileQuery(undefined, {
    selectFromResult: ({ data }) => ({ isOffered: announces(data, feature) }),
  }).isOffered
