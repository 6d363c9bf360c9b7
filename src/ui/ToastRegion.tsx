import { type MouseEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { listen } from '#src/platform/listen.ts'
import { Icon } from './Icon.tsx'
import { joined } from './look.ts'
import { useIsInBrowser } from './useKit.ts'

/** Share of its width that a toast must be dragged to be dismissed (behaviour 9.1). */
const TOAST_DRAG_SHARE = 0.8

/** A shorter drag still counts as a click. */
const CLICK_SLOP_PX = 4

type Drag = { startX: number; width: number; moved: boolean; isPressed: boolean }

/**
 * Sideways dragging of one element. `offset` is in pixels; `onAway` is called for a click, and for a release more than
 * `TOAST_DRAG_SHARE` of the element's width away.
 */
function useDragAway(onAway: () => void) {
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

export type ToastItem = {
  id: string
  message: string
  tone: 'success' | 'error'
  isVisible: boolean
}

type ToastRegionProps = {
  label: string
  place: 'top-centre' | 'top-right'
  toasts: ReadonlyArray<ToastItem>
  onDismiss: (id: string) => void
  /** Called when the pointer is over a toast or the window loses the focus. */
  onPause: () => void
  onResume: () => void
}

const places = { 'top-centre': 'inset-x-0 mx-auto items-center', 'top-right': 'end-0 items-end' }

/** Position below the site's header; during a dialog, over the header in the room that Modal leaves. */
const topClasses = 'top-19 [html:has([role=dialog])_&]:top-3'

/**
 * A live region of toasts. A portal to body, because a modal dialog makes the page inert: toasts must still be
 * announced and dismissed.
 */
export function ToastRegion(props: ToastRegionProps) {
  const { label, place, toasts, onDismiss, onPause, onResume } = props
  const isInBrowser = useIsInBrowser()
  useEffect(() => listen(window, { blur: onPause, focus: onResume }), [onPause, onResume])
  if (!isInBrowser) return null

  // A card that is removed under the pointer sends no leave event: the timers would stay paused.
  const handleDismiss = (id: string) => {
    onDismiss(id)
    onResume()
  }
  return createPortal(
    <section
      aria-label={label}
      aria-live="polite"
      aria-relevant="additions"
      onPointerEnter={onPause}
      onPointerLeave={onResume}
      className={joined(
        'pointer-events-none fixed z-toast flex w-full max-w-md flex-col gap-2 px-3 sm:px-4',
        topClasses,
        places[place],
      )}
    >
      {toasts.map((toast) => (
        <ToastCard key={toast.id} {...toast} onDismiss={() => handleDismiss(toast.id)} />
      ))}
    </section>,
    document.body,
  )
}

type ToastCardProps = Pick<ToastItem, 'message' | 'tone'> & {
  isVisible?: boolean
  /** Called by a click, or a drag of more than 80 % of its width. */
  onDismiss: () => void
}

const colours = { success: 'text-moss', error: 'text-ember' }
const glyphs = { success: 'success', error: 'alert' } as const

/** One message; the whole card is the status (or, for an error, the alert) and can be dragged away. */
export function ToastCard({ message, tone, isVisible = true, onDismiss }: ToastCardProps) {
  const { offset, handlers } = useDragAway(onDismiss)
  return (
    <div
      {...handlers}
      role={tone === 'error' ? 'alert' : 'status'}
      data-theme="light"
      style={offset ? { transform: `translateX(${offset}px)`, transition: 'none' } : undefined}
      className={joined(
        'pointer-events-auto flex w-full cursor-pointer touch-pan-y items-start gap-3 rounded border border-line bg-vellum py-3 ps-3.5 pe-4 font-sans text-ui leading-snug text-ink shadow-float transition duration-200 select-none starting:-translate-y-2 starting:opacity-0',
        !isVisible && 'opacity-0',
      )}
    >
      <Icon name={glyphs[tone]} className={joined('mt-px', colours[tone])} />
      <span className="min-w-0 flex-1 wrap-anywhere">{message}</span>
    </div>
  )
}
