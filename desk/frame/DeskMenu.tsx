import { usePermissions, useRefresh, useSidebarState } from 'react-admin'
import { NavLink, useLocation } from 'react-router'
import type { DeskRole } from '#contract/desk.ts'
import { type DeskResource, texts } from '../texts.ts'

type Group = { label: string; items: readonly DeskResource[] }
const groups: readonly Group[] = [
  { label: texts.groups.review, items: ['review', 'name-changes', 'messages'] },
  { label: texts.groups.publish, items: ['contents', 'download-files', 'download-categories'] },
  {
    label: texts.groups.library,
    items: [
      'rule-entries',
      'rule-categories',
      'rule-subcategories',
      'quick-subcategories',
      'rule-videos',
      'glossary-entries',
      'glossary-types',
      'glossary-subtypes',
      'transfer',
    ],
  },
  { label: texts.groups.record, items: ['counters', 'members', 'groups', 'outbox', 'audit'] },
]
const superuserOnly: readonly DeskResource[] = ['members', 'groups', 'outbox', 'audit']

/** The width below which react-admin draws its sidebar as a sheet. */
const OVERLAYS = '(max-width: 599.95px)'

/** Only what the role may open; a call beyond it would be refused anyway. */
export const DeskMenu = () => {
  const { permissions } = usePermissions<DeskRole | null>()
  const [isOpen, setIsOpen] = useSidebarState()
  const { pathname } = useLocation()
  const refresh = useRefresh()
  if (!isOpen) return null
  const handleChoice = (to: string) => {
    // Whoever chooses the page that is open wants to see what is new on it.
    if (pathname === to) refresh()
    // On a small screen the menu lies over the page.
    if (window.matchMedia(OVERLAYS).matches) setIsOpen(false)
  }
  const mayOpen = (item: DeskResource) =>
    permissions === 'superuser' || !superuserOnly.includes(item)
  return (
    <nav aria-label={texts.menu} className="desk-menu">
      <NavLink end onClick={() => handleChoice('/')} to="/">
        {texts.home.title}
      </NavLink>
      {groups.map(({ label, items }) => (
        <div key={label}>
          <h2>{label}</h2>
          <ul>
            {items.filter(mayOpen).map((item) => (
              <li key={item}>
                <NavLink onClick={() => handleChoice(`/${item}`)} to={`/${item}`}>
                  {texts.resources[item]}
                </NavLink>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}
