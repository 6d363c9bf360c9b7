import { createSelector } from '@reduxjs/toolkit'
import type { Mute } from '#contract/schemas/groups.ts'
import { groupsApi } from './api.ts'

const NO_MUTES: Mute[] = []

/** People whose invites the member does not get. */
export const selectMutes = createSelector(
  groupsApi.endpoints.listMutes.select(),
  ({ data }) => data ?? NO_MUTES,
)
