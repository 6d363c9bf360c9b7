import {
  createContext,
  type ReactNode,
  startTransition,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { Location } from 'react-router'
import {
  UNSAFE_createBrowserHistory as createBrowserHistory,
  createPath,
  type NavigationType,
  Router,
} from 'react-router'
import { useAppDispatch } from '#src/store/hooks.ts'
import type { Arrive } from './arrivals.ts'

type Shown = { action: NavigationType; location: Location; isOnTheWay?: boolean }

const OnTheWay = createContext(false)

/** Whether a navigation waits for the code of its page. */
export const useIsOnTheWay = (): boolean => useContext(OnTheWay)

type Opened = { readonly history: ReturnType<typeof createBrowserHistory>; readonly first: Shown }

export function openHistory(): Opened {
  const history = createBrowserHistory({ v5Compat: true })
  return { history, first: { ...history } }
}

type Props = { opened: Opened; children: ReactNode }

/** The router of a browser. A click changes the URL; the page follows when its code is there (arrivals.ts). */
export function PageRouter({ opened: { history, first }, children }: Props) {
  const dispatch = useAppDispatch()
  const [{ location, action, isOnTheWay }, setShown] = useState(first)
  const arrive = useRef<Arrive>(({ show }) => startTransition(show))

  useLayoutEffect(() => {
    const stop = history.listen((move) => {
      arrive.current({
        ...move,
        show: () => setShown({ ...move, location: history.location }),
        wait: () => setShown((shown) => ({ ...shown, isOnTheWay: true })),
      })
    })
    // Back may have been pressed between the first render and this effect.
    if (createPath(history.location) !== createPath(first.location))
      startTransition(() => setShown({ ...history }))
    return stop
  }, [history, first])
  // Loaded after the first paint; until then each page replaces the last one at once.
  useEffect(() => {
    let stop: (() => void) | undefined
    import(/* webpackChunkName: "after-paint" */ './arrivals.ts').then(
      ({ followVisitor }) => {
        stop = followVisitor(history, arrive, dispatch)
      },
      () => undefined,
    )
    return () => stop?.()
  }, [history, dispatch])

  return (
    <OnTheWay value={isOnTheWay === true}>
      <Router navigator={history} location={location} navigationType={action}>
        {children}
      </Router>
    </OnTheWay>
  )
}
