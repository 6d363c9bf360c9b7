import {
  combineReducers,
  type ThunkDispatch,
  type TypedStartListening,
  type UnknownAction,
} from '@reduxjs/toolkit'
import { glossaryReducer } from './glossary/slice.ts'
import { invitesReducer } from './groups/inviteSlice.ts'
import { mutesReducer } from './groups/muteSlice.ts'
import { groupsReducer } from './groups/slice.ts'
import { baseApi } from './http/baseApi.ts'
import { orderDetailsReducer } from './profile/slice.ts'
import { lastSessionReducer } from './session/lastSessionSlice.ts'
import type { Services } from './session/services.ts'
import { sessionReducer } from './session/slice.ts'
import { staffReducer } from './session/staffSlice.ts'
import { toastsReducer } from './toasts/slice.ts'
import { unsavedReducer } from './unsaved/slice.ts'

/** The whole state: facts that only the client knows in its slices, every answer of the server in `api`. */
export const rootReducer = combineReducers({
  session: sessionReducer,
  lastSession: lastSessionReducer,
  staff: staffReducer,
  groups: groupsReducer,
  invites: invitesReducer,
  mutes: mutesReducer,
  orderDetails: orderDetailsReducer,
  glossary: glossaryReducer,
  toasts: toastsReducer,
  unsaved: unsavedReducer,
  [baseApi.reducerPath]: baseApi.reducer,
})

export type RootState = ReturnType<typeof rootReducer>
export type AppDispatch = ThunkDispatch<RootState, Services, UnknownAction>
export type AppStartListening = TypedStartListening<RootState, AppDispatch, Services>
