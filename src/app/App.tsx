import { useSessionNavigation } from '#src/store/hooks.ts'
import { LeaveGuard } from './LeaveGuard.tsx'
import { Router } from './Router.tsx'

/** Everything below the providers of an entry file. */
export function App() {
  useSessionNavigation()
  return (
    <>
      <Router />
      <LeaveGuard />
    </>
  )
}
