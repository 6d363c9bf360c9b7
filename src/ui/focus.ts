import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { focusRegion, isFocusLost, regionsOf } from '#src/platform/pageFocus.ts'
import { elementAt, goToElement } from '#src/platform/viewport.ts'

/** When the focused control is removed, the innermost element around it with `tabIndex={-1}` gets the focus. */
export function useKeptFocus(): void {
  useEffect(() => {
    let last: Element | null = null
    let regions: readonly HTMLElement[] = []
    const remember = ({ target }: FocusEvent) => {
      if (!(target instanceof Element) || target.closest('[role="dialog"]')) return
      last = target
      regions = regionsOf(target)
    }
    const watch = new MutationObserver(() => {
      if (last?.isConnected === false && isFocusLost()) focusRegion(regions)
    })
    document.addEventListener('focusin', remember)
    watch.observe(document.body, { childList: true, subtree: true })
    return () => {
      watch.disconnect()
      document.removeEventListener('focusin', remember)
    }
  }, [])
}

/**
 * Scrolls to the element of the hash when a link leads to it, also to one that is loaded after the link was followed.
 * @param id of the only element that counts; any does by default
 */
export function useArrival(id?: string, isReady = true): void {
  const location = useLocation()
  useEffect(() => {
    const isMeant = isReady && (id === undefined || location.hash === `#${id}`)
    const element = isMeant ? elementAt(location.hash) : null
    if (element) goToElement(element)
  }, [id, isReady, location])
}

const MARGIN_PX = 8

/** How far a box must move sideways to stand in the window, in pixels. Where there is no room, its left is seen. */
export function intoWindow({ left, right }: Pick<DOMRect, 'left' | 'right'>): number {
  const overhang = right + MARGIN_PX - document.documentElement.clientWidth
  return overhang > 0 ? Math.max(MARGIN_PX - left, -overhang) : Math.max(0, MARGIN_PX - left)
}
