import type { Profile } from '#contract/account.ts'
import type { Feature } from '#contract/sets.ts'
import type { ApiState } from '../http/baseApi.ts'
import { offers } from '../session/features.ts'
import { accountApi } from './api.ts'

export const selectProfile = (state: { readonly api: ApiState }): Profile | undefined =>
  accountApi.endpoints.getProfile.select()(state).data

export const useFeature = (feature: Feature): boolean =>
  accountApi.useGetProfileQuery(undefined, {
    selectFromResult: ({ data }) => ({ isOffered: offers(data, feature) }),
  }).isOffered
