import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { elementAt } from '#src/platform/anchors.ts'
import { goToElement } from '#src/platform/motion.ts'

/** Scrolls to the heading of the URL's hash: once it is rendered, and on every click on a link to a heading. */
export function useAnchor(isReady: boolean): void {
  const location = useLocation()
  useEffect(() => {
    const heading = isReady ? elementAt(location.hash) : null
    if (heading) goToElement(heading)
  }, [isReady, location])
}
