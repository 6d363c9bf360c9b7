import { useEffect } from 'react'
import { focusHome, homesOf } from '#src/platform/focusHomes.ts'
import { isFocusLost } from '#src/platform/pageFocus.ts'

/** When the focused control of a section is removed, the section gets the focus. */
export function useKeptFocus(): void {
  useEffect(() => {
    let last: Element | null = null
    let homes: readonly HTMLElement[] = []
    const remember = ({ target }: FocusEvent) => {
      if (!(target instanceof Element) || target.closest('[role="dialog"]')) return
      last = target
      homes = homesOf(target)
    }
    const watch = new MutationObserver(() => {
      if (last?.isConnected === false && isFocusLost()) focusHome(homes)
    })
    document.addEventListener('focusin', remember)
    watch.observe(document.body, { childList: true, subtree: true })
    return () => {
      watch.disconnect()
      document.removeEventListener('focusin', remember)
    }
  }, [])
}
