import { useEffect, useRef } from 'react'

/**
 * For the heading of what takes the place of the control that had the focus; it needs `tabIndex={-1}`, and
 * `data-autofocus` for when a dialog that closes holds the focus.
 */
export function useFocusOnShow<Element extends HTMLElement>() {
  const element = useRef<Element>(null)
  useEffect(() => element.current?.focus(), [])
  return element
}
