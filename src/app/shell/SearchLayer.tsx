import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { SearchDialog, type SearchedPage } from '#src/features/search/SearchDialog.tsx'
import { onClickOf } from '#src/platform/siteSearchKeys.ts'
import { useAppSelector } from '#src/store/hooks.ts'
import { selectVisitor } from '#src/store/session/slice.ts'
import { menuFor, routes, urlOf, type Visitor } from '../routes.ts'

/** Fetched by the first press of the button, and so open at first. */
export function SearchLayer() {
  const { key } = useLocation()
  const visitor = useAppSelector(selectVisitor)
  const [openKey, setOpenKey] = useState<string | null>(key)
  useEffect(() => onClickOf(() => setOpenKey(key)), [key])
  return (
    <SearchDialog
      // Following a link closes it: it was opened at another history entry.
      isOpen={openKey === key}
      pages={pagesFor(visitor)}
      onClose={() => setOpenKey(null)}
    />
  )
}

/** The menu, and for visitors the pages of accounts. */
const pagesFor = (visitor: Visitor): SearchedPage[] =>
  [
    ...menuFor(visitor),
    ...routes.filter(({ path }) => !visitor.isMember && ACCOUNT_PAGES.includes(path)),
  ].map((entry) => ({ path: urlOf(entry), name: entry.name, icon: entry.icon }))

const ACCOUNT_PAGES: readonly string[] = ['/register', '/login', '/forgot-password']
