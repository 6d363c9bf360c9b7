import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { focusRegion, regionsOf } from '#src/platform/focusRegion.ts'

type Opener = { control: Element; regions: readonly HTMLElement[] }

const DIALOG = '[role="dialog"]'

/** Of each dialog; one that opens when another one closes has the same. */
const openers = new WeakMap<Element, Opener>()

/**
 * Headless UI gives the focus back when a dialog is removed: to its opener, or to any control that had it before, even
 * if the page has moved the focus on meanwhile. With this the page keeps what it has focused, and when the opener is
 * gone its region has the focus. For a component that is rendered and removed with the dialog.
 */
export function useFocusAfterClose(panel: RefObject<HTMLElement | null>): void {
  const dialog = useRef<Element | null>(null)
  const movedTo = useRef<HTMLElement | null>(null)
  // Before the dialog is removed.
  useLayoutEffect(
    () => () => {
      const { activeElement, body } = document
      const isLost = activeElement === body || dialog.current?.contains(activeElement)
      movedTo.current = isLost ? null : (activeElement as HTMLElement | null)
    },
    [],
  )
  // Before Headless UI moves the focus in.
  useEffect(() => {
    dialog.current = panel.current?.closest(DIALOG) ?? null
    const opener = openerOf(document.activeElement)
    if (dialog.current && opener) openers.set(dialog.current, opener)
    return () => {
      const restore = () => {
        if (movedTo.current) movedTo.current.focus({ preventScroll: true })
        else if (opener?.control.isConnected === false) focusRegion(opener.regions)
        // For one that a key has opened: the last click is elsewhere.
        else if (opener?.control instanceof HTMLElement)
          opener.control.focus({ preventScroll: true })
      }
      // Headless UI gives the focus back in a microtask that may be queued after the first one.
      queueMicrotask(() => queueMicrotask(restore))
    }
  }, [panel])
}

function openerOf(focused: Element | null): Opener | undefined {
  const other = focused?.closest(DIALOG)
  if (other) return openers.get(other)
  return focused ? { control: focused, regions: regionsOf(focused) } : undefined
}
