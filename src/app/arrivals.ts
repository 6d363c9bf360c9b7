import type { QueryCacheKey } from '@reduxjs/toolkit/query'
import { type RefObject, startTransition } from 'react'
import { flushSync } from 'react-dom'
import {
  type UNSAFE_createBrowserHistory as createBrowserHistory,
  type Location,
  NavigationType,
} from 'react-router'
import type { Profile } from '#contract/account.ts'
import { currentUrl } from '#src/platform/firstView.ts'
import { listedIn } from '#src/platform/languages.ts'
import { isInternalLink } from '#src/platform/links.ts'
import { listen } from '#src/platform/listen.ts'
import { savesData } from '#src/platform/offline.ts'
import { previewToken } from '#src/platform/urlParts.ts'
import { prefersReducedMotion } from '#src/platform/viewport.ts'
import { accountApi } from '#src/store/account/api.ts'
import { baseApi } from '#src/store/http/baseApi.ts'
import { prefetchEnded, prefetchStarted } from '#src/store/http/loading.ts'
import { type AppDispatch, type AppThunk, addAppListener } from '#src/store/reducer.ts'
import { offers } from '#src/store/session/features.ts'
import { pages, preloadScreenAt, screenAt } from './pages.ts'
import { routeAt } from './routes.ts'

const FADE_MS = 150

/**
 * Animates only the old picture of the element, over the new page, which can be seen and used from the start. The bars
 * at the top and the bottom of the window stay uncovered.
 * @param top lower edge of the bar above the element, in pixels of the window
 */
const styleOf = (top: number) => `
  :root { view-transition-name: none }
  ::view-transition { pointer-events: none; clip-path: inset(${top}px 0 var(--bottom-bar, 0px)) }
  ::view-transition-group(*), ::view-transition-old(*) {
    animation-duration: ${FADE_MS}ms;
    animation-timing-function: ease-out;
  }
`

/**
 * Renders a new page and fades the old content of the element out over it, if the browser supports it and the visitor
 * wants motion.
 * @param draw renders synchronously; called once, at once or after the browser has captured the old page
 */
function crossFade(element: HTMLElement, draw: () => void): void {
  if (typeof document.startViewTransition !== 'function' || prefersReducedMotion()) {
    draw()
    return
  }
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(styleOf(element.previousElementSibling?.getBoundingClientRect().bottom ?? 0))
  document.adoptedStyleSheets.push(sheet)
  element.style.viewTransitionName = 'page'
  const transition = document.startViewTransition(() => {
    element.style.viewTransitionName = ''
    draw()
  })
  // Rejected if the transition is skipped, for a hidden tab or by the next page.
  transition.ready.catch(() => undefined)
  void transition.finished
    .catch(() => undefined)
    .then(() => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet)
    })
}

/** Window (= `keepUnusedDataFor`) and most pages prefetched in it. */
const PERIOD_MS = 60_000
const PAGES_MAX = 12

/** Prefetches code and data of pages whose links the visitor is about to follow. Returns a function that stops it. */
export const prefetchLinks = (): AppThunk<() => void> => (dispatch) => {
  const prefetch = dispatch(prefetcher())
  /** Time of the prefetch by path and query, for the pages of the last minute. */
  const fetched = new Map<string, number>()

  async function prefetchPage({ pathname, searchParams: query }: URL): Promise<void> {
    const isPreview = query.has('preview') || previewToken() !== null
    const found = routeAt(pathname)
    if (!found) return
    const { pageData: data } = await pages[found.entry.path].load()
    const fetch = data?.prefetch ?? data?.fetch
    // The calls of a preview are made with the token in the URL of the page.
    if (fetch && !isPreview)
      await prefetch((through) =>
        fetch(through, { params: found.params, query, listedIn: listedIn() }),
      )
  }

  return watchLinks((target) => {
    const url = target.pathname + target.search
    const now = Date.now()
    for (const [each, at] of fetched) if (now - at >= PERIOD_MS) fetched.delete(each)
    const isHere = url === currentUrl()
    if (isHere || fetched.has(url) || fetched.size >= PAGES_MAX || savesData()) return
    fetched.set(url, now)
    // The page retries what failed, and shows the error.
    prefetchPage(target).catch(() => undefined)
  })
}

const { getProfile } = accountApi.endpoints

/** Subscribes to changes once a profile announces the stream. Returns a function that stops waiting for it. */
export const followWhenAnnounced = (): AppThunk<() => void> => (dispatch, getState) => {
  async function look(profile: Profile | undefined): Promise<void> {
    if (!offers(profile, 'live')) return
    const { followChanges } = await import(
      /* webpackChunkName: "live" */ '#src/store/live/follow.ts'
    )
    dispatch(followChanges())
  }
  void look(getProfile.select()(getState()).data)
  return dispatch(
    addAppListener({ matcher: getProfile.matchFulfilled, effect: ({ payload }) => look(payload) }),
  )
}

/** How long the old page stays while the code of the next one loads; then the outline of a page replaces it. */
const STAY_MS = 1000

type History = ReturnType<typeof createBrowserHistory>

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

type Sent = PromiseLike<{ isError: boolean }> & {
  queryCacheKey: QueryCacheKey
  requestId: string
  unsubscribe: () => void
}
type Skipped = { meta?: { condition?: boolean; arg?: { queryCacheKey?: string } } }

const isSent = (result: unknown): result is Sent =>
  typeof result === 'object' && result !== null && 'queryCacheKey' in result

/**
 * Runs the calls of a page before it is opened. They show no loading overlay until a page requests the same data. A
 * failed call leaves no error in the cache, so the page makes it again.
 */
export const prefetcher =
  (): AppThunk<(fetch: (dispatch: AppDispatch) => Promise<unknown>) => Promise<unknown>> =>
  (dispatch, getState) => {
    let isCalling = false

    /** Whether a page requested the same data: RTK Query skips a call whose key is pending. */
    const isRequested = (key: string, { meta }: Skipped) =>
      !isCalling && meta?.condition === true && meta.arg?.queryCacheKey === key

    function follow(sent: Sent): void {
      const { queryCacheKey } = sent
      const isPrefetching = () => getState().prefetching.includes(queryCacheKey)
      const end = () => void (isPrefetching() && dispatch(prefetchEnded(queryCacheKey)))
      dispatch(prefetchStarted(queryCacheKey))
      const stop = dispatch(
        addAppListener({
          predicate: (action) => isRequested(queryCacheKey, action as Skipped),
          effect: end,
        }),
      )
      const settle = ({ isError }: { isError: boolean }) => {
        const isUnused = isPrefetching()
        stop()
        end()
        if (!isError || !isUnused) return
        // A cached error would be shown on the page until the call is made again.
        dispatch(baseApi.internalActions.removeQueryResult({ queryCacheKey }))
      }
      sent.then(settle, end)
    }

    const call = ((thunk: Parameters<AppDispatch>[0]) => {
      isCalling = true
      const result: unknown = dispatch(thunk)
      isCalling = false
      if (!isSent(result)) return result
      const isPending = getState().api.queries[result.queryCacheKey]?.requestId === result.requestId
      if (isPending) follow(result)
      // Unsubscribed at once: the response stays in the cache for `keepUnusedDataFor` unless a page uses it.
      const release = () => result.unsubscribe()
      result.then(release, release)
      return result
    }) as AppDispatch
    return (fetch) => fetch(call)
  }

/** How long a pointer or the focus rests on a link before it counts. A click takes two to four times as long. */
const REST_MS = 80

const linkOf = ({ target }: Event): HTMLAnchorElement | null => {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
  return link && isInternalLink(link) ? link : null
}

/**
 * Calls back when the visitor is about to follow a link of the site: when the pointer or the focus has rested on it for
 * `REST_MS`, and at once when it is pressed. Returns a function that stops it.
 */
function watchLinks(onIntent: (target: URL) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let rested: HTMLAnchorElement | null = null
  const rest = (link: HTMLAnchorElement | null) => {
    if (link === rested) return
    clearTimeout(timer)
    rested = link
    if (link) timer = setTimeout(() => onIntent(new URL(link.href)), REST_MS)
  }
  const handleRest = (event: Event) => rest(linkOf(event))
  const handlePress = (event: PointerEvent) => {
    const link = event.button === 0 ? linkOf(event) : null
    if (!link) return
    rest(null)
    onIntent(new URL(link.href))
  }
  const stop = listen(
    document,
    { pointerover: handleRest, focusin: handleRest, pointerdown: handlePress },
    { capture: true, passive: true },
  )
  return () => {
    clearTimeout(timer)
    stop()
  }
}
