import { useEffect, useRef } from 'react'

/**
 * Focuses the heading of a part that replaces the focused control. The heading needs `tabIndex={-1}`, and
 * `data-autofocus` in case a closing dialog holds the focus.
 */
export function useFocusOnShow<Element extends HTMLElement>() {
  const element = useRef<Element>(null)
  useEffect(() => element.current?.focus(), [])
  return element
}
