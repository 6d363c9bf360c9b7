import type { Profile } from '#contract/account.ts'
import type { ApiState } from '../http/baseApi.ts'
import { accountApi } from './api.ts'

/** The profile of the reader; undefined until it is there. */
export const selectProfile = (state: { readonly api: ApiState }): Profile | undefined =>
  accountApi.endpoints.getProfile.select()(state).data
