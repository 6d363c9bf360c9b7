import { type RefObject, useEffect } from 'react'

/** While active, calls back for a pointer down or a focus outside the frame. */
export function useOutside(
  frame: RefObject<HTMLElement | null>,
  isActive: boolean,
  onOutside: () => void,
) {
  useEffect(() => {
    if (!isActive) return
    const handle = (event: Event) => {
      if (event.target instanceof Node && !frame.current?.contains(event.target)) onOutside()
    }
    document.addEventListener('pointerdown', handle)
    document.addEventListener('focusin', handle)
    return () => {
      document.removeEventListener('pointerdown', handle)
      document.removeEventListener('focusin', handle)
    }
  }, [frame, isActive, onOutside])
}
