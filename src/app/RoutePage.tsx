import { type RefObject, Suspense, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { Skeleton, SkeletonBlock } from '#src/ui/Skeleton.tsx'
import { Boundary, Broken } from './Boundary.tsx'
import { pages } from './pages.ts'
import type { RoutePath } from './routes.ts'

type Props = { path: RoutePath }
type PageProps = Props & { firstEntryRef: RefObject<string | null> }

/** One screen in its own error boundary: header, menu and footer survive a broken page. */
export function RoutePage({ path, firstEntryRef }: PageProps) {
  const { pathname } = useLocation()
  const { load, isLoaded } = pages[path]
  return (
    <Boundary
      key={pathname}
      instead={(error, again) => (
        <Broken error={error} load={isLoaded() ? undefined : load} again={again} />
      )}
    >
      <Suspense fallback={<PageSkeleton />}>
        <RouteScreen path={path} />
      </Suspense>
      <ArrivalFocus firstEntryRef={firstEntryRef} />
    </Boundary>
  )
}

function RouteScreen({ path }: Props) {
  const [Screen] = useState(() => pages[path].component())
  return <Screen />
}

/** The outline of any page while its code loads; as high as the window, so that the footer does not jump. */
function PageSkeleton() {
  return (
    <Skeleton className="mx-auto min-h-screen max-w-page px-4 py-16">
      <SkeletonBlock className="h-12 w-2/3" />
      <SkeletonBlock className="mt-8 h-5 w-full" />
      <SkeletonBlock className="mt-3 h-5 w-5/6" />
      <SkeletonBlock className="mt-3 h-5 w-3/4" />
    </Skeleton>
  )
}

/** Value of `firstEntryRef` after the first navigation: no key equals it. */
const MOVED = ''

type ArrivalFocusProps = {
  /** Key of the history entry that the visit began with; null before the first page. */
  firstEntryRef: RefObject<string | null>
}

/**
 * Moves the focus to a page when it appears; keyed by the path, so it runs on every route change. The first page of a
 * visit leaves the focus to the browser. No live region is needed: screen readers read what gets the focus.
 */
function ArrivalFocus({ firstEntryRef }: ArrivalFocusProps) {
  const [key] = useState(useLocation().key)
  useEffect(() => {
    firstEntryRef.current ??= key
    if (firstEntryRef.current === key) return
    firstEntryRef.current = MOVED
    // Fetched right after the first paint; without it the browser keeps the focus where it can.
    let stop: (() => void) | undefined
    let hasLeft = false
    import(/* webpackChunkName: "after-paint" */ '#src/platform/pageFocus.ts').then(
      ({ focusNewPage }) => {
        if (!hasLeft) stop = focusNewPage(document.getElementById('main'))
      },
      () => undefined,
    )
    return () => {
      hasLeft = true
      stop?.()
    }
  }, [firstEntryRef, key])
  return null
}
