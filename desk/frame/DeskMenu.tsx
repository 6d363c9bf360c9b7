import { usePermissions, useRefresh, useSidebarState } from 'react-admin'
import { NavLink, useLocation } from 'react-router'
import type { DeskRole } from '#contract/desk.ts'
import { type DeskResource, resourceName, type TextKey, t } from '../i18n.ts'
import { countOf, useWaiting } from '../overview/Queues.tsx'
import { DeskIcon } from '../parts/DeskIcon.tsx'
import { superuserOnly } from '../session/authProvider.ts'

const GROUPS: readonly (readonly [TextKey, readonly DeskResource[]])[] = [
  ['menu.review', ['review', 'name-changes', 'messages']],
  ['menu.publish', ['contents', 'download-files', 'download-categories']],
  [
    'menu.library',
    [
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
  ],
  ['menu.record', ['counters', 'members', 'groups', 'outbox', 'audit']],
]

/** The width below which react-admin draws its sidebar as a sheet. */
const OVERLAYS = '(max-width: 599.95px)'

/** Only what the role may open; the server refuses other calls anyway. */
export const DeskMenu = () => {
  const { permissions } = usePermissions<DeskRole | null>()
  const [isOpen, setIsOpen] = useSidebarState()
  const { pathname } = useLocation()
  const refresh = useRefresh()
  if (!isOpen) return null
  const handleChoice = (to: string) => {
    // A click on the link of the open page reloads its data.
    if (pathname === to) refresh()
    // On a small screen the menu covers the page.
    if (window.matchMedia(OVERLAYS).matches) setIsOpen(false)
  }
  const mayOpen = (item: DeskResource) => permissions === 'superuser' || !superuserOnly.has(item)
  return (
    <nav aria-label={t('menu.label')} className="desk-menu">
      <NavLink end onClick={() => handleChoice('/')} to="/">
        <DeskIcon name="overview" />
        <span>{t('overview.title')}</span>
      </NavLink>
      {GROUPS.map(([label, items]) => (
        <div key={label}>
          <h2>{t(label)}</h2>
          <ul>
            {items.filter(mayOpen).map((item) => (
              <li key={item}>
                <NavLink onClick={() => handleChoice(`/${item}`)} to={`/${item}`}>
                  <DeskIcon name={item} />
                  <span>{resourceName(item)}</span> <Count item={item} />
                </NavLink>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}

const Count = ({ item }: { item: DeskResource }) => {
  const { data = [] } = useWaiting()
  const queue = data.find(({ resource }) => resource === item)
  if (!queue || queue.count === 0) return null
  return (
    <span className="desk-count">
      {countOf(queue)}
      <span className="desk-hidden">{t('overview.waiting')}</span>
    </span>
  )
}
