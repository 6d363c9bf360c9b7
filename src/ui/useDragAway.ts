import { type MouseEvent, type PointerEvent, useRef, useState } from 'react'

/** Share of its width that a toast must be dragged to be dismissed (behaviour 9.1). */
const TOAST_DRAG_SHARE = 0.8

/** A shorter drag still counts as a click. */
const CLICK_SLOP_PX = 4

type Drag = { startX: number; width: number; moved: boolean; isPressed: boolean }

/**
 * Sideways dragging of one element. `offset` is in pixels; `onAway` is called for a click, and for a release more than
 * `TOAST_DRAG_SHARE` of the element's width away.
 */
export function useDragAway(onAway: () => void) {
  const drag = useRef<Drag | null>(null)
  const [offset, setOffset] = useState(0)

  const end = (event: PointerEvent<HTMLElement>, isReleased: boolean) => {
    const current = drag.current
    if (!current) return
    current.isPressed = false
    const distance = Math.abs(event.clientX - current.startX)
    if (isReleased && current.moved && distance > TOAST_DRAG_SHARE * current.width) onAway()
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
          isPressed: true,
        }
      },
      onPointerMove(event: PointerEvent<HTMLElement>) {
        const current = drag.current
        if (!current?.isPressed) return
        const distance = event.clientX - current.startX
        current.moved ||= Math.abs(distance) >= CLICK_SLOP_PX
        if (current.moved) setOffset(distance)
      },
      onPointerUp: (event: PointerEvent<HTMLElement>) => end(event, true),
      onPointerCancel: (event: PointerEvent<HTMLElement>) => end(event, false),
      // Keeps the focus in the field or dialog that has it.
      onMouseDown: (event: MouseEvent<HTMLElement>) => event.preventDefault(),
      // The click that ends a drag which was not far enough must not dismiss.
      onClick() {
        if (!drag.current?.moved) onAway()
        drag.current = null
      },
    },
  }
}
