import { useEffect } from 'react'
import { nextAfter, type Place, placeOf } from './focus.ts'

/**
 * Keeps the focus near its place when what had it goes from the page: after an act the row or the card, after a
 * link the whole page. The browser would drop it on the body, from where the keyboard starts anew.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let place: Place | null = null
    const remember = (target: EventTarget | null) => {
      const isOfPage = target instanceof HTMLElement && target.closest('#root') !== null
      if (isOfPage && target.closest('dialog') === null) place = placeOf(target)
    }
    const handleFocus = ({ target }: FocusEvent) => remember(target)
    // Whoever presses beside everything gives the focus away.
    const handlePointer = ({ target }: PointerEvent) => {
      const isInside =
        target instanceof Element && target.closest('a, button, input, dialog, [tabindex]')
      if (!isInside) place = null
    }
    const watch = new MutationObserver(() => {
      const { activeElement, body } = document
      const hasFocus = activeElement !== null && activeElement !== body
      if (hasFocus) {
        // Neighbours may have come or gone since.
        remember(activeElement)
        return
      }
      if (place === null || document.querySelector('dialog[open], [role="menu"]') !== null) return
      const next = nextAfter(place)
      if (next === null) return
      if (!next.matches('a, button, input, select, textarea, [tabindex]')) next.tabIndex = -1
      next.focus()
    })
    document.addEventListener('focusin', handleFocus)
    document.addEventListener('pointerdown', handlePointer)
    watch.observe(document.body, { childList: true, subtree: true })
    return () => {
      watch.disconnect()
      document.removeEventListener('focusin', handleFocus)
      document.removeEventListener('pointerdown', handlePointer)
    }
  }, [])
}
