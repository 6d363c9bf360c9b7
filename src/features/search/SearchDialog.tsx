import { DialogTitle } from '@headlessui/react'
import { useTranslation } from 'react-i18next'
import { DialogFrame } from '../../ui/DialogFrame.tsx'
import type { Elements } from '../../ui/elements.ts'
import type { SearchedPage } from './options.ts'
import { SearchPanel } from './SearchPanel.tsx'

type SearchSheetProps = {
  open: boolean
  onClose: () => void
  title: string
  /** The field, which gets the focus, and the scrolling part. */
  children: Elements
}

/** A modal dialog for a search: all of a small screen, a box on a wide one. */
function SearchSheet({ open, onClose, title, children }: SearchSheetProps) {
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

export type { SearchedPage }

type Props = { isOpen: boolean; pages: readonly SearchedPage[]; onClose: () => void }

/** Searches all of the site (behaviour 12.13). */
export function SearchDialog({ isOpen, pages, onClose }: Props) {
  const { t } = useTranslation()
  return (
    <SearchSheet open={isOpen} onClose={onClose} title={t('search.title')}>
      <SearchPanel pages={pages} onClose={onClose} />
    </SearchSheet>
  )
}
