import { configureStore, createListenerMiddleware } from '@reduxjs/toolkit'
import { listenForSession } from './account/listeners.ts'
import { devToolsOptions } from './devtools.ts'
import { listenForGlossary } from './glossary/listeners.ts'
import { listenForFoundedGroups } from './groups/listeners.ts'
import { rereadOnReturn } from './groups/rereadOnReturn.ts'
import { baseApi } from './http/baseApi.ts'
import { listenForFailures } from './http/failureLog.ts'
import { keepDetails } from './profile/listeners.ts'
import { type AppDispatch, type RootState, rootReducer } from './reducer.ts'
import { keepSession } from './session/listeners.ts'
import { followOtherTabs } from './session/otherTabs.ts'
import type { Services } from './session/services.ts'
import { createTokenShelf } from './session/tokenStorage.ts'
import { listenForToasts } from './toasts/listeners.ts'

/*
 * The store room, from the outside.
 *
 *   main.tsx     const { i18n, ready } = startI18n()
 *                const store = setupStore(storedState(), { language: shownLanguage })
 *                store.connect()
 *   hooks.ts     useAppSelector, useAppDispatch; useSessionNavigation once, inside the router
 *   slices/*     events to dispatch (sessionEnded, groupToggled, ...) and selectors of one slice
 *   selectors/*  joined answers: visitor, loading, groups, invites, mutes, glossary
 *   api/*        generated hooks, one file per table of behaviour 7; apiError.ts reads what went wrong
 *
 * Screens dispatch events and call mutations. Tokens, storage, toasts, reloads of lists and the way to the login
 * page belong to the listeners. Calls of members end in an error without reaching the network while nobody is
 * logged in.
 */

/** The checks of development speak of their own slowness only above this; a busy machine is no news. Milliseconds. */
const CHECK_PATIENCE_MS = 500

type Options = {
  /** Two letters for `Accept-Language`, asked for at each call. */
  language?: () => string
  devTools?: boolean
}

/** A new store; entry files and tests make one, nothing else does. */
export function setupStore(preloadedState?: Partial<RootState>, options: Options = {}) {
  const shelf = createTokenShelf()
  const services: Services = {
    language: options.language ?? (() => 'en'),
    goTo: () => {},
    here: () => '/',
    tokens: shelf,
    refreshing: null,
    endedSessions: 0,
  }
  const listeners = createListenerMiddleware<RootState, AppDispatch, Services>({ extra: services })
  listenForSession(listeners.startListening)
  keepSession(listeners.startListening, shelf)
  listenForGlossary(listeners.startListening)
  keepDetails(listeners.startListening)
  listenForFoundedGroups(listeners.startListening)
  listenForToasts(listeners.startListening)
  listenForFailures(listeners.startListening)

  const store = configureStore({
    reducer: rootReducer,
    preloadedState,
    middleware: (getDefaultMiddleware) =>
      getDefaultMiddleware({
        thunk: { extraArgument: services },
        serializableCheck: { warnAfter: CHECK_PATIENCE_MS },
        immutableCheck: { warnAfter: CHECK_PATIENCE_MS },
      })
        .prepend(listeners.middleware)
        .concat(baseApi.middleware),
    devTools: devToolsOptions(options.devTools),
  })
  /** Follows other tabs and the visitor's coming back to this one until the returned function is called. */
  const connect = (): (() => void) => {
    const ends = [followOtherTabs(store, shelf), rereadOnReturn(store)]
    return () => {
      for (const end of ends) end()
    }
  }
  return Object.assign(store, { connect })
}
