import { createAction, type Middleware, type Reducer, type UnknownAction } from '@reduxjs/toolkit'
import type { CombinedState } from '@reduxjs/toolkit/query'
import type { StepUpState } from '../session/stepUpSlice.ts'
import type { Tag } from './tags.ts'

export type ApiState = CombinedState<Record<never, never>, Tag, 'api'>

/** The part of `baseApi` that the store and its listeners use. */
type ServerApi = {
  readonly reducer: Reducer<ApiState>
  readonly middleware: Middleware
  /** Only calls need confirmations, so this joins with the API. */
  readonly stepUpReducer: Reducer<StepUpState>
  readonly util: {
    resetApiState(): UnknownAction
    invalidateTags(tags: Tag[]): UnknownAction
  }
}

/*
 * RTK Query is a tenth of all that the first page would load, and the first page calls nothing. Only chunks that do
 * call import baseApi.ts; when the first of them is evaluated, the API joins the stores that exist by then.
 */
let loaded: ServerApi | null = null
const waiting: Array<(api: ServerApi) => void> = []

/** Null until a chunk with calls is loaded; before that nothing is cached and nothing pending. */
export const loadedApi = (): ServerApi | null => loaded

/** Calls back with the API: at once, or when its code is loaded. */
export function onApi(join: (api: ServerApi) => void): void {
  if (loaded) join(loaded)
  else waiting.push(join)
}

/** The API's part of the state is complete. */
export const apiJoined = createAction('api/joined')

/** Called by baseApi.ts when it is evaluated, so that no call can be made before. */
export function apiLoaded(api: ServerApi): void {
  loaded = api
  for (const join of waiting.splice(0)) join(api)
}
