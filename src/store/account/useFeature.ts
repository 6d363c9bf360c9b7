import type { Feature } from '#contract/sets.ts'
import { offers } from '../session/features.ts'
import { useGetProfileQuery } from './api.ts'

/** Whether the server offers an addition. */
export const useFeature = (feature: Feature): boolean =>
  useGetProfileQuery(undefined, {
    selectFromResult: ({ data }) => ({ isOffered: offers(data, feature) }),
  }).isOffered
