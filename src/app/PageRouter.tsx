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
import { UNSAFE_createBrowserHistory as createBrowserHistory, Router } from 'react-router'
import { useAppDispatch } from '#src/store/hooks.ts'
import type { Arrive, Shown } from './arrivals.ts'

const OnTheWay = createContext(false)

/** Whether the visitor has left for a page whose code is not here yet. */
export const useIsOnTheWay = (): boolean => useContext(OnTheWay)

/** The router of a browser. A click changes the URL; the page follows when its code is there (arrivals.ts). */
export function PageRouter({ children }: { children: ReactNode }) {
  const dispatch = useAppDispatch()
  const [history] = useState(() => createBrowserHistory({ v5Compat: true }))
  const [{ location, action, isOnTheWay }, setShown] = useState<Shown>(() => ({ ...history }))
  const arrive = useRef<Arrive>(({ show }) => startTransition(show))

  useLayoutEffect(
    () =>
      history.listen((move) => {
        arrive.current({
          ...move,
          show: () => setShown({ ...move, location: history.location }),
          wait: () => setShown((shown) => ({ ...shown, isOnTheWay: true })),
        })
      }),
    [history],
  )
  // After the first paint: until then each page takes the place of the last one at once.
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
