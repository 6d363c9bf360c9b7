import { useEffect, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { watchWindowFocus } from '#src/platform/windowFocus.ts'
import { joined } from './look.ts'
import { ToastCard, type ToastTone } from './ToastCard.tsx'

export type ToastItem = { id: string; message: string; tone: ToastTone; isVisible: boolean }

export type ToastRegionProps = {
  /** Name of the region. */
  label: string
  place: 'top-centre' | 'top-right'
  toasts: ReadonlyArray<ToastItem>
  onDismiss: (id: string) => void
  /** The pointer is over a toast or the window lost the focus. */
  onPause: () => void
  onResume: () => void
}

const places = {
  'top-centre': 'inset-x-0 mx-auto items-center',
  'top-right': 'end-0 items-end',
}

/** Below the site's header; during a dialog over it, in the room that Modal leaves. */
const topClasses = 'top-19 [html:has([role=dialog])_&]:top-3'

const never = () => () => {}

/**
 * A live region of toasts. A portal to body, because a modal dialog makes the page inert: toasts must still be
 * announced and dismissed.
 */
export function ToastRegion({
  label,
  place,
  toasts,
  onDismiss,
  onPause,
  onResume,
}: ToastRegionProps) {
  const isInBrowser = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
  useEffect(() => watchWindowFocus(onPause, onResume), [onPause, onResume])
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
        <ToastCard
          key={toast.id}
          message={toast.message}
          tone={toast.tone}
          isVisible={toast.isVisible}
          onDismiss={() => handleDismiss(toast.id)}
        />
      ))}
    </section>,
    document.body,
  )
}
