import type { Profile } from '#contract/account.ts'
import type { Feature } from '#contract/sets.ts'
import type { ApiState } from '../http/baseApi.ts'
import { offers } from '../session/features.ts'
import { accountApi } from './api.ts'

const { useGetProfileQuery } = accountApi

/** The profile of the reader; undefined until it is there. */
export const selectProfile = (state: { readonly api: ApiState }): Profile | undefined =>
  accountApi.endpoints.getProfile.select()(state).data

/** Whether the server offers an addition. */
export const useFeature = (feature: Feature): boolean =>
  useGetProfileQuery(undefined, {
    selectFromResult: ({ data }) => ({ isOffered: offers(data, feature) }),
  }).isOffered
