import { Dialog, DialogBackdrop, DialogPanel } from '@headlessui/react'
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { isComposing } from '#src/platform/keys.ts'
import { DialogFocus } from './DialogFocus.tsx'
import type { Elements } from './elements.ts'
import { joined } from './look.ts'

const BOUNCE_MS = 100

type DialogFrameProps = {
  open: boolean
  /** Called by Escape and the backdrop. */
  onClose: () => void
  /** Bounces for 100 ms instead of closing. */
  isStatic?: boolean | undefined
  onInput?: (event: FormEvent) => void
  /** Classes of the layer around the panel. */
  place: string
  /** Classes of the panel. */
  className: string
  /** Must include a `DialogTitle`. */
  children: Elements
}

/**
 * Base of every modal dialog: layer, backdrop, keys and focus. It fades in by CSS alone and disappears at once: an
 * interrupted transition of Headless UI leaves the dialog over the page for good. Its root covers the window, because a
 * dialog with only fixed children would have no box. The browser's `dialog` would make the toasts inert (decision 027).
 */
export function DialogFrame(props: DialogFrameProps) {
  const { open, onClose, isStatic = false, onInput, place, className, children } = props
  const [isBouncing, bounce] = useBounce()
  const panel = useRef<HTMLDivElement>(null)
  // Headless UI blurs the focused control before it calls onClose on Escape; a dialog that stays open must keep it.
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
