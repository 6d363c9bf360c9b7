import { Dialog, DialogBackdrop, DialogPanel, DialogTitle } from '@headlessui/react'
import { type KeyboardEvent, useRef } from 'react'
import { isComposing } from '#src/platform/keys.ts'
import { DialogFocus } from './DialogFocus.tsx'
import type { Elements } from './elements.ts'

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
  // Ends a composition, and not the search.
  const keepOpen = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && isComposing(event.nativeEvent)) event.preventDefault()
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      onKeyDown={keepOpen}
      className="fixed inset-0 z-modal transition-opacity starting:opacity-0"
    >
      <DialogBackdrop className="fixed inset-0 bg-night/70" />
      <div className="fixed inset-0 flex flex-col items-center sm:px-6 sm:py-20">
        <DialogPanel
          ref={panel}
          className="flex min-h-0 w-full flex-1 flex-col bg-vellum text-ink shadow-float sm:max-h-full sm:min-h-96 sm:max-w-2xl sm:flex-none sm:rounded"
        >
          <DialogFocus panel={panel} />
          <DialogTitle className="sr-only">{title}</DialogTitle>
          {children}
        </DialogPanel>
      </div>
    </Dialog>
  )
}
