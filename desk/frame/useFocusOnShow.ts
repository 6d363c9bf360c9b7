import { useEffect, useRef } from 'react'

/** Focuses the heading of what replaces the control that had the focus; the heading needs `tabIndex={-1}`. */
export function useFocusOnShow<Element extends HTMLElement>() {
  const element = useRef<Element>(null)
  useEffect(() => element.current?.focus(), [])
  return element
}
