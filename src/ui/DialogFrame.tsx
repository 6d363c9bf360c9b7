import { Dialog, DialogBackdrop, DialogPanel } from '@headlessui/react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { isComposing } from '#src/platform/keys.ts'
import { DialogFocus } from './DialogFocus.tsx'
import type { Elements } from './elements.ts'
import { joined } from './look.ts'

const BOUNCE_MS = 100

type DialogFrameProps = {
  open: boolean
  /** Escape and the backdrop. */
  onClose: () => void
  /** It bounces for 100 ms instead of closing. */
  isStatic?: boolean | undefined
  onInput?: () => void
  /** Classes of the layer around the panel. */
  place: string
  /** Classes of the panel. */
  className: string
  /** A `DialogTitle` among them. */
  children: Elements
}

/**
 * Every modal dialog: its layer, backdrop, keys and focus. It fades in by CSS alone and goes at once: a transition of
 * Headless UI that is interrupted leaves the dialog over the page for good. Its root covers the window, because a dialog
 * of fixed children alone would have no box. Not the browser's `dialog`, which makes the toasts inert (decision 027).
 */
export function DialogFrame(props: DialogFrameProps) {
  const { open, onClose, isStatic = false, onInput, place, className, children } = props
  const [isBouncing, bounce] = useBounce()
  const panel = useRef<HTMLDivElement>(null)
  // Headless UI takes the focus away before it calls onClose on Escape; a dialog that stays keeps it.
  const keepFocus = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    const isOfText = isComposing(event.nativeEvent)
    if (!isStatic && !isOfText) return
    event.preventDefault()
    if (!isOfText) bounce()
  }
  return (
    <Dialog
      open={open}
      onClose={isStatic ? bounce : onClose}
      onKeyDown={keepFocus}
      className="fixed inset-0 z-modal transition-opacity starting:opacity-0"
    >
      <DialogBackdrop className="fixed inset-0 bg-night/70" />
      <div className={joined('fixed inset-0 flex sm:px-6 sm:py-20', place)}>
        <DialogPanel
          ref={panel}
          data-bouncing={isBouncing || undefined}
          onInput={onInput}
          className={joined('w-full bg-vellum text-ink shadow-float sm:max-h-full', className)}
        >
          <DialogFocus panel={panel} />
          {children}
        </DialogPanel>
      </div>
    </Dialog>
  )
}

function useBounce(): readonly [isBouncing: boolean, bounce: () => void] {
  const [isBouncing, setIsBouncing] = useState(false)
  useEffect(() => {
    if (!isBouncing) return
    const timer = setTimeout(() => setIsBouncing(false), BOUNCE_MS)
    return () => clearTimeout(timer)
  }, [isBouncing])
  return [isBouncing, () => setIsBouncing(true)]
}
