import { createSelector } from '@reduxjs/toolkit'
import { selectOrderDraft } from './slice.ts'

export const selectHasOrderDraft = createSelector(selectOrderDraft, (draft) => draft !== null)
