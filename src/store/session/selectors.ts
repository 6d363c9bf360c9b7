import { createSelector } from '@reduxjs/toolkit'
import { selectIsMember } from './slice.ts'
import { selectIsStaff, selectIsSuperuser } from './staffSlice.ts'

/** Who looks at the site, as far as menus and greetings ask (behaviour 2, 6). */
export const selectVisitor = createSelector(
  [selectIsMember, selectIsStaff, selectIsSuperuser],
  (isMember, isStaff, isSuperuser) => ({ isMember, isStaff, isSuperuser }),
)
