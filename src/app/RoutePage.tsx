import { Suspense, useState } from 'react'
import { useLocation } from 'react-router'
import { PageSkeleton } from './PageSkeleton.tsx'
import { pages } from './pages.ts'
import { RouteErrorBoundary } from './RouteErrorBoundary.tsx'
import type { RoutePath } from './routes.ts'

type Props = { path: RoutePath }

/** One screen in its own error boundary: a broken page leaves header, menu and footer standing. */
export function RoutePage({ path }: Props) {
  const { pathname } = useLocation()
  return (
    <RouteErrorBoundary key={pathname}>
      <Suspense fallback={<PageSkeleton />}>
        <RouteScreen path={path} />
      </Suspense>
    </RouteErrorBoundary>
  )
}

function RouteScreen({ path }: Props) {
  const [Screen] = useState(() => pages[path].component())
  return <Screen />
}
