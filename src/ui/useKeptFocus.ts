import { useEffect } from 'react'
import { focusRegion, regionsOf } from '#src/platform/focusRegion.ts'
import { isFocusLost } from '#src/platform/pageFocus.ts'

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
