import { type RefObject, startTransition } from 'react'
import { flushSync } from 'react-dom'
import {
  type UNSAFE_createBrowserHistory as createBrowserHistory,
  type Location,
  NavigationType,
} from 'react-router'
import { crossFade } from '#src/platform/crossFade.ts'
import { followWhenAnnounced } from '#src/store/live/announced.ts'
import type { AppDispatch } from '#src/store/reducer.ts'
import { preloadScreenAt, screenAt } from './pages.ts'
import { prefetchLinks } from './prefetchLinks.ts'

/** How long the old page stays for the code of the next one; then the outline of a page takes its place. */
const STAY_MS = 1000

type History = ReturnType<typeof createBrowserHistory>

export type Shown = { action: NavigationType; location: Location; isOnTheWay?: boolean }

/** Takes the visitor to the page of a URL that has just become the current one. */
export type Arrive = (move: {
  action: NavigationType
  location: Location
  /** Draws the page of the URL as it is by then. */
  show: () => void
  /** Says that the page will take a while. */
  wait: () => void
}) => void

/** Keeps each page until the next one can be drawn, and fetches that ahead. Returns the call that stops. */
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
    // A late update of its query by the page that is being left would bring the visitor back.
    if (isLeaving && pathname === shown.pathname && search !== shown.search) return
    replace(to, state)
  }
  const stops = [dispatch(prefetchLinks()), dispatch(followWhenAnnounced())]
  return () => {
    for (const stop of stops) stop()
  }
}

/** Resolves when the chunk of the screen is there or could not be loaded; null if nothing need be waited for. */
const screenOnTheWay = (pathname: string): Promise<void> | null =>
  screenAt(pathname)?.isLoaded() === false ? preloadScreenAt(pathname) : null
