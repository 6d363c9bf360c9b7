import { Dialog, DialogBackdrop, DialogPanel, DialogTitle } from '@headlessui/react'
import { type RefObject, useRef } from 'react'
import type { Elements } from './elements.ts'
import { useFocusAfterClose } from './useFocusAfterClose.ts'

type SearchSheetProps = {
  open: boolean
  onClose: () => void
  title: string
  /** Has the field, which gets the focus, and what scrolls. */
  children: Elements
}

/** A modal dialog for a search: all of a small screen, a box on a wide one. */
export function SearchSheet({ open, onClose, title, children }: SearchSheetProps) {
  const panel = useRef<HTMLDivElement>(null)
  const firstFocus = {
    get current() {
      return panel.current?.querySelector<HTMLElement>('[data-autofocus]') ?? null
    },
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      initialFocus={firstFocus}
      transition
      className="fixed inset-0 z-modal transition-opacity data-closed:opacity-0"
    >
      <DialogBackdrop className="fixed inset-0 bg-night/70" />
      <div className="fixed inset-0 flex flex-col items-center sm:px-6 sm:py-20">
        <DialogPanel
          ref={panel}
          className="flex min-h-0 w-full flex-1 flex-col bg-vellum text-ink shadow-float sm:max-h-full sm:min-h-96 sm:max-w-2xl sm:flex-none sm:rounded"
        >
          <FocusAfterClose panel={panel} />
          <DialogTitle className="sr-only">{title}</DialogTitle>
          {children}
        </DialogPanel>
      </div>
    </Dialog>
  )
}

function FocusAfterClose({ panel }: { panel: RefObject<HTMLElement | null> }) {
  useFocusAfterClose(panel)
  return null
}
