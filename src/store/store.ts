import {
  configureStore,
  createListenerMiddleware,
  type DevToolsEnhancerOptions,
} from '@reduxjs/toolkit'
import { afterPaint } from '#src/platform/page.ts'
import { listenForAccount } from './account/listeners.ts'
import { listenForGlossary } from './glossary/listeners.ts'
import { listenForGroups, refetchOnReturn } from './groups/listeners.ts'
import { baseApi } from './http/baseApi.ts'
import { type AppDispatch, type RootState, rootReducer } from './reducer.ts'
import { followOtherTabs, listenForSession } from './session/listeners.ts'
import type { Services } from './session/services.ts'
import { createTokenStorage } from './session/tokenStorage.ts'
import { listenForCalls, listenForToasts } from './toasts/listeners.ts'

/** Silences RTK's warnings about slow development checks: on a busy machine they say nothing about the state. */
const QUIET_CHECK = { warnAfter: Number.POSITIVE_INFINITY }

type Options = {
  /** Two letters for `Accept-Language`, read per call. */
  language?: () => string
  /** None by default. */
  devTools?: DevToolsEnhancerOptions | false
  /** Replaces the network. */
  respond?: Services['respond']
}

/** A new store; only entry files and tests create one. */
export function setupStore(preloadedState?: Partial<RootState>, options: Options = {}) {
  const tokenStorage = createTokenStorage()
  const services: Services = {
    language: options.language ?? (() => 'en'),
    goTo: () => {},
    currentPath: () => '/',
    tokenStorage,
    respond: options.respond,
    refreshing: null,
  }
  const { startListening, middleware: listeners } = createListenerMiddleware<
    RootState,
    AppDispatch,
    Services
  >({ extra: services })
  listenForSession(startListening)
  listenForCalls(startListening)
  listenForAccount(startListening)
  listenForGlossary(startListening)
  listenForGroups(startListening)
  listenForToasts(startListening)

  const store = configureStore({
    reducer: rootReducer,
    preloadedState,
    middleware: (getDefaultMiddleware) =>
      getDefaultMiddleware({
        thunk: { extraArgument: services },
        serializableCheck: QUIET_CHECK,
        immutableCheck: QUIET_CHECK,
      })
        .prepend(listeners)
        .concat(baseApi.middleware),
    // A press is painted before the page follows what its calls have begun; by default both wait for one frame.
    enhancers: (getDefaultEnhancers) =>
      getDefaultEnhancers({ autoBatch: { type: 'callback', queueNotification: afterPaint } }),
    devTools: options.devTools ?? false,
  })
  /** Follows other tabs, and the visitor's return to this one, until the returned function is called. */
  const connect = (): (() => void) => {
    const stops = [followOtherTabs(store, tokenStorage), refetchOnReturn(store)]
    return () => {
      for (const stop of stops) stop()
    }
  }
  return Object.assign(store, { connect })
}
