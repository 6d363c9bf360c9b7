import { useLayoutEffect, useRef } from 'react'

/**
 * When the focused row is removed, the focus moves to the element with the returned ref (which needs `tabIndex={-1}`),
 * not to the top of the page.
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
