import { createSelector } from '@reduxjs/toolkit'
import { selectIsMember, selectIsStaff, selectIsSuperuser } from './slice.ts'

/** The visitor as menus and greetings see them (behaviour 2, 6). */
export const selectVisitor = createSelector(
  [selectIsMember, selectIsStaff, selectIsSuperuser],
  (isMember, isStaff, isSuperuser) => ({ isMember, isStaff, isSuperuser }),
)
