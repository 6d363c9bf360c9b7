import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { elementAt, goToElement } from '#src/platform/viewport.ts'

/** Scrolls to the element of this `id` when a link leads to it, also to one that is loaded after the link was followed. */
export function useArrival(id: string): void {
  const location = useLocation()
  useEffect(() => {
    const element = location.hash === `#${id}` ? elementAt(location.hash) : null
    if (element) goToElement(element)
  }, [id, location])
}
