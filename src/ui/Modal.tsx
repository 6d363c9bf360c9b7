import { Dialog, DialogBackdrop, DialogPanel, DialogTitle } from '@headlessui/react'
import { Component, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'

import { isComposing } from '#src/platform/keys.ts'
import { IconButton } from './Button.tsx'
import { DialogFocus } from './DialogFocus.tsx'
import { joined } from './look.ts'

const BOUNCE_MS = 100

const widths = { small: 'sm:max-w-md', medium: 'sm:max-w-xl', large: 'sm:max-w-2xl' }

export type ModalProps = {
  open: boolean
  /** Escape, the backdrop and the header's close button. */
  onClose: () => void
  title: string
  closeLabel: string
  children: ReactNode
  /** Buttons; they stay visible while the content scrolls. */
  footer?: ReactNode
  size?: keyof typeof widths
  /** Once something was filled in, Escape and the backdrop do not close it; it bounces for 100 ms instead. */
  isStatic?: boolean
}

/**
 * A modal dialog: sheet at the bottom of a small screen, centred box on a wide one. It fades in by CSS alone and goes at
 * once: a transition of Headless UI that is interrupted leaves the dialog over the page for good. While it goes it keeps
 * its last content, so the caller may drop its data at once. Above it there is room for a toast. Its root covers the
 * window, because a dialog of fixed children alone would have no box.
 */
export function Modal(props: ModalProps) {
  const { open, onClose, title, closeLabel, children, size = 'medium' } = props
  const [isBouncing, bounce] = useBounce()
  const [isFilled, setIsFilled] = useState(false)
  const panel = useRef<HTMLDivElement>(null)
  const isRuled = size !== 'small'
  const isStatic = props.isStatic && isFilled
  if (!open && isFilled) setIsFilled(false)
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
      <div className="fixed inset-0 flex items-end justify-center sm:items-center sm:px-6 sm:py-20">
        <DialogPanel
          ref={panel}
          data-bouncing={isBouncing || undefined}
          onInput={() => setIsFilled(true)}
          className={joined(
            'max-h-[calc(100dvh-6.5rem)] w-full scroll-py-20 overflow-y-auto overscroll-contain rounded-t-sheet bg-vellum text-ink shadow-float transition-transform duration-100 data-bouncing:scale-[1.02] sm:max-h-full sm:rounded',
            widths[size],
          )}
        >
          <DialogFocus panel={panel} />
          <Freeze isFrozen={!open}>
            <ModalHeader
              title={title}
              closeLabel={closeLabel}
              isRuled={isRuled}
              onClose={onClose}
            />
            <div className={joined('px-5 sm:px-7', isRuled ? 'py-5 sm:py-6' : 'pt-1 pb-3')}>
              {children}
            </div>
            {props.footer && <ModalFooter isRuled={isRuled}>{props.footer}</ModalFooter>}
          </Freeze>
        </DialogPanel>
      </div>
    </Dialog>
  )
}

type HeaderProps = Pick<ModalProps, 'title' | 'closeLabel' | 'onClose'> & { isRuled: boolean }

function ModalHeader({ title, closeLabel, isRuled, onClose }: HeaderProps) {
  return (
    <div
      className={joined(
        'sticky top-0 z-10 flex items-start gap-3 bg-vellum py-2 ps-5 pe-2 sm:ps-7',
        isRuled && 'border-b border-line',
      )}
    >
      <DialogTitle className="min-w-0 flex-1 py-1.5 font-heading text-xl font-semibold leading-snug text-balance wrap-anywhere">
        {title}
      </DialogTitle>
      <IconButton label={closeLabel} icon="close" onClick={onClose} />
    </div>
  )
}

function ModalFooter({ isRuled, children }: { isRuled: boolean; children: ReactNode }) {
  return (
    <div
      className={joined(
        'sticky bottom-0 z-10 flex flex-col-reverse gap-2 bg-vellum px-5 pt-3 pb-4 sm:flex-row sm:justify-end sm:px-7',
        isRuled && 'border-t border-line sm:pb-3',
      )}
    >
      {children}
    </div>
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

type FreezeProps = { isFrozen: boolean; children: ReactNode }

/** Skips renders while frozen, so that a closing dialog goes with its text. */
class Freeze extends Component<FreezeProps> {
  override shouldComponentUpdate(next: FreezeProps): boolean {
    return !next.isFrozen
  }

  override render(): ReactNode {
    return this.props.children
  }
}
