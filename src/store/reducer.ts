import {
  combineReducers,
  type ThunkDispatch,
  type TypedStartListening,
  type UnknownAction,
} from '@reduxjs/toolkit'
import { baseApi } from './api/baseApi.ts'
import type { Services } from './api/services.ts'
import { glossaryReducer } from './slices/glossary.ts'
import { groupsReducer } from './slices/groups.ts'
import { invitesReducer } from './slices/invites.ts'
import { lastSessionReducer } from './slices/lastSession.ts'
import { mutesReducer } from './slices/mutes.ts'
import { orderDetailsReducer } from './slices/orderDetails.ts'
import { sessionReducer } from './slices/session.ts'
import { staffReducer } from './slices/staff.ts'
import { toastsReducer } from './slices/toasts.ts'
import { unsavedReducer } from './slices/unsaved.ts'

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
