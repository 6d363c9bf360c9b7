import { useEffect } from 'react'
import { contextOf, type FocusContext, nextAfter } from './focus.ts'

/** Dialogs and menus, except closed ones that stay in the page. */
const OPENED = 'dialog[open], [role="menu"]:not([aria-hidden="true"] *)'

/**
 * Moves the focus to a neighbour when its element is removed: after an action the row or the card, after a link the
 * whole page. Browsers move it to the body, where the keyboard starts again.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let context: FocusContext | null = null
    const remember = (target: EventTarget | null) => {
      const isOfPage = target instanceof HTMLElement && target.closest('#root') !== null
      if (isOfPage && target.closest('dialog') === null) context = contextOf(target)
    }
    const handleFocus = ({ target }: FocusEvent) => remember(target)
    // A click beside all controls means to lose the focus.
    const handlePointer = ({ target }: PointerEvent) => {
      const isInside =
        target instanceof Element && target.closest('a, button, input, dialog, [tabindex]')
      if (!isInside) context = null
    }
    const watch = new MutationObserver(() => {
      const { activeElement, body } = document
      const hasFocus = activeElement !== null && activeElement !== body
      if (hasFocus) {
        // Neighbours may have come or gone since.
        remember(activeElement)
        return
      }
      if (context === null || document.querySelector(OPENED) !== null) return
      const next = nextAfter(context)
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
