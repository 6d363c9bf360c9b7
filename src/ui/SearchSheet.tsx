import { DialogTitle } from '@headlessui/react'
import { DialogFrame } from './DialogFrame.tsx'
import type { Elements } from './elements.ts'

type SearchSheetProps = {
  open: boolean
  onClose: () => void
  title: string
  /** The field, which gets the focus, and the scrolling part. */
  children: Elements
}

/** A modal dialog for a search: all of a small screen, a box on a wide one. */
export function SearchSheet({ open, onClose, title, children }: SearchSheetProps) {
  return (
    <DialogFrame
      open={open}
      onClose={onClose}
      place="flex-col items-center"
      className="flex min-h-0 flex-1 flex-col sm:min-h-96 sm:max-w-2xl sm:flex-none sm:rounded"
    >
      <DialogTitle className="sr-only">{title}</DialogTitle>
      {children}
    </DialogFrame>
  )
}
