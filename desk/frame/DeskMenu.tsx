import { styled } from '@mui/material/styles'
import { useRefresh, useSidebarState } from 'react-admin'
import { Link, useLocation } from 'react-router'
import { t } from '../i18n.ts'
import { countOf, useWaiting } from '../overview/Queues.tsx'
import { DeskIcon } from '../parts/DeskIcon.tsx'
import { type Entry, entriesOf, entryName, entryOf, GROUPS, pathOf } from '../resources.tsx'
import { OVERLAYS } from '../session/store.ts'
import { useMayOpen } from '../session/useMayOpen.ts'
import { lining, plainList, SMALL } from '../theme/shared.ts'

/** Links that the role may open. */
export const DeskMenu = () => {
  const [isOpen, setIsOpen] = useSidebarState()
  const { pathname } = useLocation()
  const mayOpen = useMayOpen()
  const refresh = useRefresh()
  if (!isOpen) return null
  const handleChoice = (to: string) => {
    // A click on the link of the open page reloads its data.
    if (pathname === to) refresh()
    // The menu covers the page on small screens.
    if (window.matchMedia(OVERLAYS).matches) setIsOpen(false)
  }
  const link = (entry: Entry) => {
    const to = pathOf(entry)
    const isMarked = entryOf(pathname.split('/')[1] ?? '') === entry
    return (
      <Link
        aria-current={isMarked ? (pathname === to ? 'page' : 'true') : undefined}
        onClick={() => handleChoice(to)}
        to={to}
      >
        <DeskIcon name={entry} />
        <span>{entryName(entry)}</span> <Count item={entry} />
      </Link>
    )
  }
  const groups = [...GROUPS].map((group) => ({ group, entries: entriesOf(group).filter(mayOpen) }))
  return (
    <Menu aria-label={t('menu.label')}>
      {link('overview')}
      {groups
        .filter(({ entries }) => entries.length > 0)
        .map(({ group, entries }) => (
          <div key={group}>
            <h2>{t(group)}</h2>
            <ul>
              {entries.map((entry) => (
                <li key={entry}>{link(entry)}</li>
              ))}
            </ul>
          </div>
        ))}
    </Menu>
  )
}

const Count = ({ item }: { item: Entry }) => {
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
  marginInlineStart: 'auto',
  padding: '0 8px',
  borderRadius: 999,
  background: 'var(--gold-deep)',
  color: 'var(--paper)',
  fontSize: 14,
  ...lining,
  '[aria-current] > &': { background: 'var(--onButton)', color: 'var(--button)' },
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
    '&[aria-current]': { background: 'var(--button)', color: 'var(--onButton)' },
    '@media (forced-colors: active)': {
      '&[aria-current]': {
        background: 'Highlight',
        color: 'HighlightText',
        forcedColorAdjust: 'none',
      },
    },
  },
  [SMALL]: {
    width: 240,
    '& a': { boxSizing: 'border-box', minHeight: 44, padding: '10px 12px' },
  },
}))
