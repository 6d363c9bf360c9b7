import { useEffect, useRef } from 'react'

/** Focuses an element of a part that replaces the focused control. */
export function useFocusOnShow<Element extends HTMLElement>() {
  const element = useRef<Element>(null)
  useEffect(() => element.current?.focus(), [])
  return element
}
