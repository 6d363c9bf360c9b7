import { useEffect } from 'react'
import { isFocusLost } from '#src/platform/pageFocus.ts'

/**
 * When the focused control of a section is removed, also behind a dialog that it has opened, the heading of the section
 * gets the focus; browsers move it to the body, where the keyboard starts again.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let last: Element | null = null
    let heading: HTMLElement | null = null
    const remember = ({ target }: FocusEvent) => {
      if (!(target instanceof Element) || target.closest('[role="dialog"]')) return
      last = target
      heading = target.closest('section')?.querySelector<HTMLElement>('h3[tabindex]') ?? null
    }
    const watch = new MutationObserver(() => {
      if (last?.isConnected === false && isFocusLost()) heading?.focus()
    })
    document.addEventListener('focusin', remember)
    watch.observe(document.body, { childList: true, subtree: true })
    return () => {
      watch.disconnect()
      document.removeEventListener('focusin', remember)
    }
  }, [])
}
