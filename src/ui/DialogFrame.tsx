import { Dialog, DialogBackdrop, DialogPanel } from '@headlessui/react'
import {
  type FormEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { isComposing } from '#src/platform/keys.ts'
import { focusRegion, regionsOf } from '#src/platform/pageFocus.ts'
import type { Elements } from './elements.ts'
import { joined } from './look.ts'

type Opener = { control: Element; regions: readonly HTMLElement[] }

const DIALOG = '[role="dialog"]'

/** Opener of each dialog; a dialog opened by a closing one inherits its opener, which is kept at `body` meanwhile. */
const openers = new WeakMap<Element, Opener>()

/**
 * Moves the focus to the element with `data-autofocus`, else to the first button: Headless UI moves it to the frame
 * around the panel, where no key scrolls, and does so on every touch device. On close, Headless UI returns the focus to
 * the opener, or to any control that had it before, even if the page has moved the focus. This component keeps a focus
 * that the page has set, and focuses the region of an opener that is gone. It stands in the panel, so that its effects
 * run before those of the dialog.
 */
function DialogFocus({ panel }: { panel: RefObject<HTMLElement | null> }): null {
  const dialog = useRef<Element | null>(null)
  const opener = useRef<Opener>(undefined)
  const movedTo = useRef<HTMLElement | null>(null)
  // A layout effect is cleaned up before the dialog is removed, while the focus can still be read.
  useLayoutEffect(
    () => () => {
      const { activeElement, body } = document
      const isLost = activeElement === body || dialog.current?.contains(activeElement)
      movedTo.current = isLost ? null : (activeElement as HTMLElement | null)
      if (isLost && opener.current) openers.set(body, opener.current)
    },
    [],
  )
  // Runs before Headless UI moves the focus in, so the focus is still at the opener.
  useEffect(() => {
    const { activeElement, body } = document
    dialog.current = panel.current?.closest(DIALOG) ?? null
    opener.current = openerOf(activeElement)
    openers.delete(body)
    if (dialog.current && opener.current) openers.set(dialog.current, opener.current)
    // A microtask runs after Headless UI's own; its focus trap accepts any focus inside the panel.
    queueMicrotask(() => firstFocusIn(panel.current)?.focus())
    return () => {
      const restore = () => {
        const left = openers.get(body)
        openers.delete(body)
        if (movedTo.current) movedTo.current.focus({ preventScroll: true })
        else if (left?.control.isConnected === false) focusRegion(left.regions)
        // Opened by a shortcut: Headless UI would focus the last clicked control.
        else if (left?.control instanceof HTMLElement) left.control.focus({ preventScroll: true })
      }
      // Headless UI returns the focus in a microtask that may be queued after the first one.
      queueMicrotask(() => queueMicrotask(restore))
    }
  }, [panel])
  return null
}

function firstFocusIn(panel: HTMLElement | null): HTMLElement | null {
  const find = (selector: string) => panel?.querySelector<HTMLElement>(selector)
  return find('[data-autofocus]') ?? find('button') ?? null
}

function openerOf(focused: Element | null): Opener | undefined {
  const other = focused === document.body ? focused : focused?.closest(DIALOG)
  if (other) return openers.get(other)
  return focused ? { control: focused, regions: regionsOf(focused) } : undefined
}

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
