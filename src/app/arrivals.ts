import { type RefObject, startTransition } from 'react'
import { flushSync } from 'react-dom'
import {
  type UNSAFE_createBrowserHistory as createBrowserHistory,
  type Location,
  NavigationType,
} from 'react-router'
import { crossFade } from '#src/platform/crossFade.ts'
import type { AppDispatch } from '#src/store/reducer.ts'
import { followWhenAnnounced } from './followWhenAnnounced.ts'
import { preloadScreenAt, screenAt } from './pages.ts'
import { prefetchLinks } from './prefetchLinks.ts'

/** How long the old page stays while the code of the next one loads; then the outline of a page replaces it. */
const STAY_MS = 1000

type History = ReturnType<typeof createBrowserHistory>

export type Shown = { action: NavigationType; location: Location; isOnTheWay?: boolean }

/** Shows the page of a URL that has just become the current one. */
export type Arrive = (move: {
  action: NavigationType
  location: Location
  /** Renders the page of the URL that is current at the time of the call. */
  show: () => void
  /** Shows that the page takes a while. */
  wait: () => void
}) => void

/** Keeps each page until the next one can be rendered, and prefetches pages. Returns a function that stops it. */
export function followVisitor(
  history: History,
  arrive: RefObject<Arrive>,
  dispatch: AppDispatch,
): () => void {
  let shown = history.location
  let turns = 0
  arrive.current = ({ action, location: { pathname }, show, wait }) => {
    turns += 1
    const turn = turns
    const isOtherPage = pathname !== shown.pathname
    const draw = () => {
      if (turn !== turns) return
      shown = history.location
      const main = document.getElementById('main')
      // Browsers animate a swipe back themselves, and set the scroll position right after the event.
      if (main && isOtherPage && action !== NavigationType.Pop)
        crossFade(main, () => flushSync(show))
      else startTransition(show)
    }
    const code = isOtherPage ? screenOnTheWay(pathname) : null
    if (!code) return draw()
    wait()
    void Promise.race([code, new Promise((resolve) => setTimeout(resolve, STAY_MS))]).then(draw)
  }

  const { replace } = history
  history.replace = (to, state) => {
    const isLeaving = history.location.pathname !== shown.pathname
    const { pathname, search } = typeof to === 'string' ? history.createURL(to) : to
    // The page that is being left may still update its query: that would bring the visitor back.
    if (isLeaving && pathname === shown.pathname && search !== shown.search) return
    replace(to, state)
  }
  const stops = [dispatch(prefetchLinks()), dispatch(followWhenAnnounced())]
  return () => {
    for (const stop of stops) stop()
  }
}

/** Resolves when the chunk of the screen is loaded or has failed; null if it is loaded already. */
const screenOnTheWay = (pathname: string): Promise<unknown> | null =>
  screenAt(pathname)?.isLoaded() === false ? preloadScreenAt(pathname) : null
