import { type MouseEvent, type PointerEvent, useRef, useState } from 'react'

/** behaviour 9: the part of its own width a thing must be dragged to be gone. */
const awayAt = 0.8

/** Pixels below which a press that moved still counts as a click. */
const clickSlop = 4

type Drag = { startX: number; width: number; moved: boolean; isHeld: boolean }

/**
 * Sideways dragging of one element. `offset` is how far it is from its place now, in pixels;
 * `onAway` is called on a click and when it is let go more than 80 % of its width away.
 */
export function useDragAway(onAway: () => void) {
  const drag = useRef<Drag | null>(null)
  const [offset, setOffset] = useState(0)

  const end = (event: PointerEvent<HTMLElement>, isLetGo: boolean) => {
    const current = drag.current
    if (!current) return
    current.isHeld = false
    const distance = Math.abs(event.clientX - current.startX)
    if (isLetGo && current.moved && distance > awayAt * current.width) onAway()
    else setOffset(0)
  }

  return {
    offset,
    handlers: {
      onPointerDown(event: PointerEvent<HTMLElement>) {
        if (event.button !== 0) return
        const element = event.currentTarget
        element.setPointerCapture(event.pointerId)
        drag.current = {
          startX: event.clientX,
          width: element.offsetWidth,
          moved: false,
          isHeld: true,
        }
      },
      onPointerMove(event: PointerEvent<HTMLElement>) {
        const current = drag.current
        if (!current?.isHeld) return
        const distance = event.clientX - current.startX
        current.moved ||= Math.abs(distance) >= clickSlop
        if (current.moved) setOffset(distance)
      },
      onPointerUp: (event: PointerEvent<HTMLElement>) => end(event, true),
      onPointerCancel: (event: PointerEvent<HTMLElement>) => end(event, false),
      // A press on what takes no focus would take it from the field or dialog that has it.
      onMouseDown: (event: MouseEvent<HTMLElement>) => event.preventDefault(),
      // The click that ends a drag which was not far enough must not dismiss.
      onClick() {
        if (!drag.current?.moved) onAway()
        drag.current = null
      },
    },
  }
}
