import { styled } from '@mui/material/styles'
import { usePermissions, useRefresh, useSidebarState } from 'react-admin'
import { NavLink, useLocation } from 'react-router'
import type { DeskRole } from '#contract/desk.ts'
import { type DeskResource, resourceName, type TextKey, t } from '../i18n.ts'
import { countOf, useWaiting } from '../overview/Queues.tsx'
import { DeskIcon } from '../parts/DeskIcon.tsx'
import { superuserOnly } from '../session/authProvider.ts'
import { lining, plainList, SMALL } from '../theme/shared.ts'

/** The group of every resource; groups and resources are shown in this order. */
const MENU = {
  review: 'menu.review',
  'name-changes': 'menu.review',
  messages: 'menu.review',
  contents: 'menu.publish',
  registrations: 'menu.publish',
  'download-files': 'menu.publish',
  'download-categories': 'menu.publish',
  'rule-entries': 'menu.library',
  'rule-categories': 'menu.library',
  'rule-subcategories': 'menu.library',
  'quick-subcategories': 'menu.library',
  'rule-videos': 'menu.library',
  'glossary-entries': 'menu.library',
  'glossary-types': 'menu.library',
  'glossary-subtypes': 'menu.library',
  transfer: 'menu.library',
  counters: 'menu.record',
  members: 'menu.record',
  groups: 'menu.record',
  outbox: 'menu.record',
  audit: 'menu.record',
} as const satisfies Record<DeskResource, TextKey>

const RESOURCES = Object.keys(MENU) as DeskResource[]
const GROUPS: ReadonlySet<TextKey> = new Set(Object.values(MENU))

/** The width below which react-admin draws its sidebar as a sheet. */
const OVERLAYS = '(max-width: 599.95px)'

/** Links that the role may open; the server refuses other calls anyway. */
export const DeskMenu = () => {
  const { permissions } = usePermissions<DeskRole | null>()
  const [isOpen, setIsOpen] = useSidebarState()
  const { pathname } = useLocation()
  const refresh = useRefresh()
  if (!isOpen) return null
  const handleChoice = (to: string) => {
    // A click on the link of the open page reloads its data.
    if (pathname === to) refresh()
    // The menu covers the page on small screens.
    if (window.matchMedia(OVERLAYS).matches) setIsOpen(false)
  }
  const mayOpen = (item: DeskResource) => permissions === 'superuser' || !superuserOnly.has(item)
  return (
    <Menu aria-label={t('menu.label')}>
      <NavLink end onClick={() => handleChoice('/')} to="/">
        <DeskIcon name="overview" />
        <span>{t('overview.title')}</span>
      </NavLink>
      {[...GROUPS].map((label) => (
        <div key={label}>
          <h2>{t(label)}</h2>
          <ul>
            {RESOURCES.filter((item) => MENU[item] === label && mayOpen(item)).map((item) => (
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
    </Menu>
  )
}

const Count = ({ item }: { item: DeskResource }) => {
  const { data = [] } = useWaiting()
  const queue = data.find(({ resource }) => resource === item)
  if (!queue || queue.count === 0) return null
  return (
    <Badge>
      <span>{countOf(queue)}</span>
      <Hidden>{t('overview.waiting')}</Hidden>
    </Badge>
  )
}

const Badge = styled('span')({
  marginLeft: 'auto',
  padding: '0 8px',
  borderRadius: 999,
  background: 'var(--gold-deep)',
  color: 'var(--paper)',
  fontSize: 14,
  ...lining,
  '.active > &': { background: 'var(--onButton)', color: 'var(--button)' },
})

/** Text that only screen readers have. */
const Hidden = styled('span')({
  position: 'absolute',
  width: 1,
  height: 1,
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
})

const Menu = styled('nav')(({ theme }) => ({
  boxSizing: 'border-box',
  width: 236,
  padding: '16px 12px 32px',
  '& h2': {
    margin: '12px 12px 2px',
    color: 'var(--ink-soft)',
    font: `500 14px ${theme.typography.fontFamily}`,
  },
  '& ul': plainList,
  '& a': {
    display: 'flex',
    gap: 10,
    alignItems: 'center',
    padding: '4px 12px',
    borderRadius: 6,
    color: 'var(--ink)',
    textDecoration: 'none',
    '&:hover': { background: 'var(--paper)' },
    '&.active': { background: 'var(--button)', color: 'var(--onButton)' },
    '@media (forced-colors: active)': {
      '&.active': { background: 'Highlight', color: 'HighlightText', forcedColorAdjust: 'none' },
    },
  },
  [SMALL]: {
    width: 240,
    '& a': { boxSizing: 'border-box', minHeight: 44, padding: '10px 12px' },
  },
}))
