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
import { menuFor, routes, urlOf, type Visitor } from '../routes.ts'

/**
 * A modal dialog for the search: all of a small screen, a box on a wide one. Open at first: the press that fetches this
 * chunk is the one that opens it.
 */
export function SearchLayer() {
  const { t } = useTranslation()
  const { key } = useLocation()
  const visitor = useAppSelector(selectVisitor)
  const [openKey, setOpenKey] = useState<string | null>(key)
  useEffect(() => {
    const button = document.getElementById(SEARCH_BUTTON_ID)
    return button ? listen(button, { click: () => setOpenKey(key) }) : undefined
  }, [key])
  const close = () => setOpenKey(null)
  return (
    <DialogFrame
      // Following a link closes it, because the history entry changes.
      open={openKey === key}
      onClose={close}
      place="flex-col items-center"
      className="flex min-h-0 flex-1 flex-col sm:min-h-96 sm:max-w-2xl sm:flex-none sm:rounded"
    >
      <DialogTitle className="sr-only">{t('search.title')}</DialogTitle>
      <SearchPanel pages={pagesFor(visitor)} onClose={close} />
    </DialogFrame>
  )
}

const pagesFor = (visitor: Visitor): SearchedPage[] =>
  [
    ...menuFor(visitor),
    ...routes.filter(({ path }) => !visitor.isMember && ACCOUNT_PAGES.includes(path)),
  ].map((entry) => ({ path: urlOf(entry), name: entry.name, icon: entry.icon }))

const ACCOUNT_PAGES: readonly string[] = ['/register', '/login', '/forgot-password']
