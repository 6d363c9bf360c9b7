import { useLayoutEffect, useRef } from 'react'

/**
 * Catches the focus when the row that had it is gone: it moves to the element with the returned ref (which
 * needs `tabIndex={-1}`), so that the keyboard goes on from the list and not from the top of the page.
 */
export function useFocusAfterRemoval<Element extends HTMLElement>(count: number) {
  const list = useRef<Element>(null)
  const before = useRef(count)
  useLayoutEffect(() => {
    const isShorter = count < before.current
    before.current = count
    const { activeElement, body } = list.current?.ownerDocument ?? {}
    if (isShorter && (!activeElement || activeElement === body)) {
      list.current?.focus({ preventScroll: true })
    }
  }, [count])
  return list
}
