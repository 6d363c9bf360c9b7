import { type FocusEvent, useEffect, useState } from 'react'

/** Whether the pointer or the focus is on an element or in it; Escape makes it forget both. */
export function useHoverOrFocus() {
  const [isHovered, setIsHovered] = useState(false)
  const [isFocused, setIsFocused] = useState(false)
  const isOn = isHovered || isFocused

  useEffect(() => {
    if (!isOn) return
    const handleKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      setIsHovered(false)
      setIsFocused(false)
    }
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [isOn])

  return {
    isOn,
    handlers: {
      onPointerEnter: () => setIsHovered(true),
      onPointerLeave: () => setIsHovered(false),
      // Not for an invisible focus, such as that of a heading after a click on a link.
      onFocus: ({ target }: FocusEvent) => setIsFocused(target.matches(':focus-visible')),
      onBlur: () => setIsFocused(false),
    },
  }
}
