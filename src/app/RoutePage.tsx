import { Suspense } from 'react'
import { useLocation } from 'react-router'
import { PageSkeleton } from './PageSkeleton.tsx'
import { pages } from './pages.ts'
import { RouteErrorBoundary } from './RouteErrorBoundary.tsx'
import type { RoutePath } from './routes.ts'

/** One screen in its own error boundary: a broken page leaves header, menu and footer standing. */
export function RoutePage({ path }: { path: RoutePath }) {
  const Page = pages[path]
  const { pathname } = useLocation()
  return (
    <RouteErrorBoundary key={pathname}>
      <Suspense fallback={<PageSkeleton />}>
        <Page />
      </Suspense>
    </RouteErrorBoundary>
  )
}
