import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { focusRegion, regionsOf } from '#src/platform/focusRegion.ts'

type Opener = { control: Element; regions: readonly HTMLElement[] }

const DIALOG = '[role="dialog"]'

/** Of each dialog, and of one that has just closed at `body`: another one that opens at once takes it over. */
const openers = new WeakMap<Element, Opener>()

/**
 * Moves the focus to the element with `data-autofocus`, else to the first button: Headless UI moves it to the frame
 * around the panel, where no key scrolls, and does so on every touch device. Afterwards Headless UI gives the focus back
 * to the opener, or to any control that had it before, even if the page has moved the focus on meanwhile. With this the
 * page keeps what it has focused, and when the opener is gone its region has the focus. It stands in the panel, so that
 * its effects run before those of the dialog.
 */
export function DialogFocus({ panel }: { panel: RefObject<HTMLElement | null> }): null {
  const dialog = useRef<Element | null>(null)
  const opener = useRef<Opener>(undefined)
  const movedTo = useRef<HTMLElement | null>(null)
  // Before the dialog is removed.
  useLayoutEffect(
    () => () => {
      const { activeElement, body } = document
      const isLost = activeElement === body || dialog.current?.contains(activeElement)
      movedTo.current = isLost ? null : (activeElement as HTMLElement | null)
      if (isLost && opener.current) openers.set(body, opener.current)
    },
    [],
  )
  // Before Headless UI moves the focus in.
  useEffect(() => {
    const { activeElement, body } = document
    dialog.current = panel.current?.closest(DIALOG) ?? null
    opener.current = openerOf(activeElement)
    openers.delete(body)
    if (dialog.current && opener.current) openers.set(dialog.current, opener.current)
    // After Headless UI, which leaves a focus inside alone.
    queueMicrotask(() => firstFocusIn(panel.current)?.focus())
    return () => {
      const restore = () => {
        const left = openers.get(body)
        openers.delete(body)
        if (movedTo.current) movedTo.current.focus({ preventScroll: true })
        else if (left?.control.isConnected === false) focusRegion(left.regions)
        // For one that a key has opened: the last click is elsewhere.
        else if (left?.control instanceof HTMLElement) left.control.focus({ preventScroll: true })
      }
      // Headless UI gives the focus back in a microtask that may be queued after the first one.
      queueMicrotask(() => queueMicrotask(restore))
    }
  }, [panel])
  return null
}

function firstFocusIn(panel: HTMLElement | null): HTMLElement | null {
  const find = (selector: string) => panel?.querySelector<HTMLElement>(selector)
  return find('[data-autofocus]') ?? find('button') ?? null
}

function openerOf(focused: Element | null): Opener | undefined {
  const other = focused === document.body ? focused : focused?.closest(DIALOG)
  if (other) return openers.get(other)
  return focused ? { control: focused, regions: regionsOf(focused) } : undefined
}
