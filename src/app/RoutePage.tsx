import { type RefObject, Suspense, useState } from 'react'
import { useLocation } from 'react-router'
import { ArrivalFocus } from './ArrivalFocus.tsx'
import { PageSkeleton } from './PageSkeleton.tsx'
import { pages } from './pages.ts'
import { RouteErrorBoundary } from './RouteErrorBoundary.tsx'
import type { RoutePath } from './routes.ts'

type Props = { path: RoutePath }
type PageProps = Props & { firstEntryRef: RefObject<string | null> }

/** One screen in its own error boundary: header, menu and footer survive a broken page. */
export function RoutePage({ path, firstEntryRef }: PageProps) {
  const { pathname } = useLocation()
  return (
    <RouteErrorBoundary key={pathname}>
      <Suspense fallback={<PageSkeleton />}>
        <RouteScreen path={path} />
      </Suspense>
      <ArrivalFocus firstEntryRef={firstEntryRef} />
    </RouteErrorBoundary>
  )
}

function RouteScreen({ path }: Props) {
  const [Screen] = useState(() => pages[path].component())
  return <Screen />
}
