import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { SearchDialog, type SearchedPage } from '#src/features/search/SearchDialog.tsx'
import { onClickOf } from '#src/platform/siteSearchKeys.ts'
import { useAppSelector } from '#src/store/hooks.ts'
import { selectVisitor } from '#src/store/session/slice.ts'
import { menuFor, routes, urlOf, type Visitor } from '../routes.ts'

/** Open at first: the press that fetches this chunk is the one that opens it. */
export function SearchLayer() {
  const { key } = useLocation()
  const visitor = useAppSelector(selectVisitor)
  const [openKey, setOpenKey] = useState<string | null>(key)
  useEffect(() => onClickOf(() => setOpenKey(key)), [key])
  return (
    <SearchDialog
      // Following a link closes it, because the history entry changes.
      isOpen={openKey === key}
      pages={pagesFor(visitor)}
      onClose={() => setOpenKey(null)}
    />
  )
}

/** Entries of the menu, and the account pages for visitors. */
const pagesFor = (visitor: Visitor): SearchedPage[] =>
  [
    ...menuFor(visitor),
    ...routes.filter(({ path }) => !visitor.isMember && ACCOUNT_PAGES.includes(path)),
  ].map((entry) => ({ path: urlOf(entry), name: entry.name, icon: entry.icon }))

const ACCOUNT_PAGES: readonly string[] = ['/register', '/login', '/forgot-password']
