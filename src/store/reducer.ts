import {
  type Action,
  addListener,
  combineReducers,
  type ThunkDispatch,
  type TypedStartListening,
  type UnknownAction,
  type UnsubscribeListener,
} from '@reduxjs/toolkit'
import type { ListedIn } from '#contract/languages.ts'
import type { KitFacts } from '#contract/pages.ts'
import { entryDraftReducer } from './glossary/draftSlice.ts'
import { glossaryReducer } from './glossary/slice.ts'
import { groupsReducer, invitesReducer } from './groups/slice.ts'
import { baseApi } from './http/baseApi.ts'
import { prefetchingReducer } from './http/loading.ts'
import { orderDetailsReducer } from './profile/slice.ts'
import type { Services } from './session/services.ts'
import { lastSessionReducer, sessionReducer, staffReducer } from './session/slice.ts'
import { stepUpReducer } from './session/stepUp.ts'
import { toastsReducer } from './toasts/slice.ts'
import { unsavedReducer } from './unsaved/slice.ts'

/** Facts that only the client knows in their slices, all responses of the server in `api`. */
export const rootReducer = combineReducers({
  session: sessionReducer,
  lastSession: lastSessionReducer,
  staff: staffReducer,
  stepUp: stepUpReducer,
  groups: groupsReducer,
  invites: invitesReducer,
  orderDetails: orderDetailsReducer,
  glossary: glossaryReducer,
  entryDraft: entryDraftReducer,
  toasts: toastsReducer,
  unsaved: unsavedReducer,
  prefetching: prefetchingReducer,
  api: baseApi.reducer,
})

export type RootState = ReturnType<typeof rootReducer>
export interface AppDispatch extends ThunkDispatch<RootState, Services, UnknownAction> {
  /** The middleware of the listeners responds with what stops the new one. */
  (action: Action<'listenerMiddleware/add'>): UnsubscribeListener
  <Result>(thunk: AppThunk<Result>): Result
}
export type AppThunk<Result = void> = (
  dispatch: AppDispatch,
  getState: () => RootState,
  services: Services,
) => Result
export type AppStartListening = TypedStartListening<RootState, AppDispatch, Services>
export const addAppListener = addListener.withTypes<RootState, AppDispatch, Services>()

type PageUrl = {
  readonly params: Readonly<Record<string, string | undefined>>
  readonly query: URLSearchParams
  /** The language that lists are asked for in. */
  readonly listedIn: ListedIn
  /** That of the page where it is left out. */
  readonly kit?: KitFacts | null
}

/** Data that a public page shows before the first interaction; exported by the chunk of its screen. */
export type PageData = {
  /** The shortest query that renders the same page; by default none. */
  readonly queryOf?: (query: URLSearchParams) => URLSearchParams
  /** Fetches what the page shows, with the arguments of its hooks. Safe GETs only. */
  readonly fetch: (dispatch: AppDispatch, url: PageUrl) => Promise<unknown>
  /** Prefetches for a link to the page, if that needs less than `fetch` because lists are cached. */
  readonly prefetch?: PageData['fetch']
  /** Sets the slices that the page sets in an effect, for a render without effects. */
  readonly enter?: (dispatch: AppDispatch, url: PageUrl) => void
}
