import { DialogTitle } from '@headlessui/react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import type { SearchedPage } from '#src/features/search/OptionList.tsx'
import { SearchPanel } from '#src/features/search/SearchPanel.tsx'
import { listen } from '#src/platform/listen.ts'
import { SEARCH_BUTTON_ID } from '#src/platform/page.ts'
import { useAppSelector } from '#src/store/hooks.ts'
import { selectVisitor } from '#src/store/session/slice.ts'
import { DialogFrame } from '#src/ui/DialogFrame.tsx'
import type { Elements } from '#src/ui/elements.ts'
import { menuFor, routes, urlOf, type Visitor } from '../routes.ts'

/** Open at first: the press that fetches this chunk is the one that opens it. */
export function SearchLayer() {
  const { key } = useLocation()
  const visitor = useAppSelector(selectVisitor)
  const [openKey, setOpenKey] = useState<string | null>(key)
  useEffect(() => {
    const button = document.getElementById(SEARCH_BUTTON_ID)
    return button ? listen(button, { click: () => setOpenKey(key) }) : undefined
  }, [key])
  return (
    <SearchDialog
      // Following a link closes it, because the history entry changes.
      isOpen={openKey === key}
      pages={pagesFor(visitor)}
      onClose={() => setOpenKey(null)}
    />
  )
}

const pagesFor = (visitor: Visitor): SearchedPage[] =>
  [
    ...menuFor(visitor),
    ...routes.filter(({ path }) => !visitor.isMember && ACCOUNT_PAGES.includes(path)),
  ].map((entry) => ({ path: urlOf(entry), name: entry.name, icon: entry.icon }))

const ACCOUNT_PAGES: readonly string[] = ['/register', '/login', '/forgot-password']

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

function SearchDialog({ isOpen, pages, onClose }: Props) {
  const { t } = useTranslation()
  return (
    <SearchSheet open={isOpen} onClose={onClose} title={t('search.title')}>
      <SearchPanel pages={pages} onClose={onClose} />
    </SearchSheet>
  )
}
