import { useMediaQuery } from '@mui/material'
import { styled, type Theme, ThemeProvider } from '@mui/material/styles'
import { isValidElement, useEffect, useState } from 'react'
import {
  AppBar,
  Layout,
  type LayoutProps,
  Logout,
  TitlePortal,
  UserMenu,
  useAuthProvider,
  useGetIdentity,
  useLogout,
  useRefresh,
  useSidebarState,
} from 'react-admin'
import { Link, NavLink, useLocation } from 'react-router'
import { t, textOr } from '../i18n.ts'
import { countOf, useWaiting } from '../overview/Queues.tsx'
import { ActionButton } from '../parts/ActionButton.tsx'
import { DeskIcon } from '../parts/DeskIcon.tsx'
import { Dialog } from '../parts/Dialog.tsx'
import { TabStrip } from '../parts/TabStrip.tsx'
import {
  type Entry,
  entriesOf,
  entryName,
  entryOf,
  GROUPS,
  pathOf,
  tabName,
  tabsOf,
} from '../resources.tsx'
import {
  type DeskAuthProvider,
  type LoginBy,
  SetUpNeeded,
  useMayOpen,
} from '../session/authProvider.ts'
import { OVERLAYS } from '../session/store.ts'
import { lining, plainList, SMALL } from '../theme/shared.ts'
import { deskTitle } from './deskTitle.ts'
import { LoginForm } from './LoginForm.tsx'
import { PasskeyButton } from './PasskeyButton.tsx'

/** Links that the role may open. */
export const DeskMenu = () => {
  const [isOpen, setIsOpen] = useSidebarState()
  const { pathname } = useLocation()
  const mayOpen = useMayOpen('list')
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

/** A login above the page, so that what was typed on the page is not lost. */
export const SessionOver = () => {
  const auth = useAuthProvider<DeskAuthProvider>()
  const { identity } = useGetIdentity()
  const logOut = useLogout()
  const refresh = useRefresh()
  const [isOver, setIsOver] = useState(false)
  useEffect(() => auth?.whenOver(() => setIsOver(true)), [auth])
  if (!auth || !isOver) return null

  const handleLogin = async (by: LoginBy) => {
    try {
      await auth.login(by)
    } catch (error) {
      if (!(error instanceof SetUpNeeded)) throw error
      // The login page leads through the set-up.
      window.location.assign('/')
      return
    }
    const now = await auth.getIdentity?.()
    // Another account must not see the page of the previous one. The dialog stays above what was typed, where the
    // browser asks before that is lost.
    if (now?.id !== identity?.id) return window.location.assign('/')
    setIsOver(false)
    refresh()
  }
  const handleLeave = () => {
    setIsOver(false)
    void logOut()
  }
  return (
    <Dialog onClose={() => undefined} title={t('login.over_heading')}>
      <p>{t('login.over')}</p>
      <LoginForm onLogin={handleLogin} />
      <PasskeyButton onLogin={() => handleLogin('passkey')} />
      <ActionButton onClick={handleLeave}>{t('login.leave')}</ActionButton>
    </Dialog>
  )
}

const ENTRY = 'article, tr, li'
const TARGETS = 'a[href], button:not([disabled]), input:not([disabled]), select:not([disabled])'

/** `around`: the element and its ancestors */
type FocusContext = {
  readonly element: HTMLElement
  readonly around: readonly Element[]
  /** Its rows or cards with their indexes, the outermost last. */
  readonly entries: readonly { readonly list: Element; readonly index: number }[]
}

function contextOf(element: HTMLElement): FocusContext {
  const around: Element[] = []
  for (let one: Element | null = element; one !== null; one = one.parentElement) around.push(one)
  const entries = around.flatMap((one) => {
    const list = one.parentElement
    return one.matches(ENTRY) && list ? [{ list, index: indexAmong(list, one) }] : []
  })
  return { element, around, entries }
}

const isEntry = (element: Element): boolean => element.matches(ENTRY)
const indexAmong = (list: Element, entry: Element): number =>
  [...list.children].filter(isEntry).indexOf(entry)

/**
 * The next element for the focus when its element is removed: in the same row or card, in the one that has its index
 * now, in the last one of a shorter list, at the note of an empty list, or at the page's heading.
 */
function nextAfter({ element, around, entries }: FocusContext): HTMLElement | null {
  if (element.isConnected) return element
  const stay = around.find((one) => one.isConnected)
  const own = stay?.closest(ENTRY)
  if (own instanceof HTMLElement && own.closest('main')) return targetIn(own)
  for (const { list, index } of entries) {
    if (!list.isConnected) continue
    const left = [...list.children].filter(isEntry)
    const next = left[index] ?? left.at(-1)
    if (next instanceof HTMLElement) return next.matches('[tabindex]') ? next : targetIn(next)
  }
  return document.querySelector<HTMLElement>('[data-empty]') ?? document.querySelector('h1')
}

/** The heading of a card, the first control of a row. */
const targetIn = (entry: HTMLElement): HTMLElement =>
  entry.querySelector<HTMLElement>('h2, h3') ?? entry.querySelector<HTMLElement>(TARGETS) ?? entry

/** Dialogs and menus, except closed ones that stay in the page. */
const OPENED = 'dialog[open], [role="menu"]:not([aria-hidden="true"] *)'

/**
 * Moves the focus to a neighbour when its element is removed: after an action the row or the card, after a link the
 * whole page. Browsers move it to the body, where the keyboard starts again.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let context: FocusContext | null = null
    const remember = (target: EventTarget | null) => {
      const isOfPage = target instanceof HTMLElement && target.closest('#root') !== null
      if (isOfPage && target.closest('dialog') === null) context = contextOf(target)
    }
    const handleFocus = ({ target }: FocusEvent) => remember(target)
    // A click beside all controls means to lose the focus.
    const handlePointer = ({ target }: PointerEvent) => {
      const isInside =
        target instanceof Element && target.closest('a, button, input, dialog, [tabindex]')
      if (!isInside) context = null
    }
    const watch = new MutationObserver(() => {
      const { activeElement, body } = document
      const hasFocus = activeElement !== null && activeElement !== body
      if (hasFocus) {
        // Neighbours may have come or gone since.
        remember(activeElement)
        return
      }
      if (context === null || document.querySelector(OPENED) !== null) return
      const next = nextAfter(context)
      if (next === null) return
      if (!next.matches('a, button, input, select, textarea, [tabindex]')) next.tabIndex = -1
      next.focus()
    })
    document.addEventListener('focusin', handleFocus)
    document.addEventListener('pointerdown', handlePointer)
    watch.observe(document.body, { childList: true, subtree: true })
    return () => {
      watch.disconnect()
      document.removeEventListener('focusin', handleFocus)
      document.removeEventListener('pointerdown', handlePointer)
    }
  }, [])
}

/** The pages behind the open entry of the menu, where it has several. */
export const SectionTabs = () => {
  const entry = entryOf(useLocation().pathname.split('/')[1] ?? '')
  const tabs = tabsOf(entry).filter(useMayOpen('list'))
  if (tabs.length === 1) return null
  return (
    <TabStrip aria-label={entryName(entry)}>
      {tabs.map((page) => (
        <NavLink key={page} to={pathOf(page)}>
          {tabName(page)}
        </NavLink>
      ))}
    </TabStrip>
  )
}

const Bar = () => (
  <ThemeProvider theme={withMenusInBar}>
    <AppBar alwaysOn color="secondary" userMenu={<Account />}>
      <Mark alt="" height={28} src="/icons/mark.svg" width={28} />
      {/* A block within would be cut off without an ellipsis. */}
      <TitlePortal component="h1" sx={{ '& > span': { display: 'inline' } }} />
    </AppBar>
  </ThemeProvider>
)

/** Menus of the bar are rendered within its landmark, not at the end of the page. */
const withMenusInBar = (theme: Theme): Theme => ({
  ...theme,
  components: {
    ...theme.components,
    MuiMenu: { defaultProps: { container: () => document.querySelector('header') } },
  },
})

/** Small screens have no room for it beside the page's name. */
const Mark = styled('img')({ marginInlineEnd: 12, [SMALL]: { display: 'none' } })

/** Its accessible name begins with the visible one, for speech input; small screens have no name. */
const Account = () => {
  const { identity } = useGetIdentity()
  const isNamed = useMediaQuery<Theme>(({ breakpoints }) => breakpoints.up('sm'))
  const name = isNamed && identity?.fullName
  return (
    <UserMenu label={name ? t('account', { name }) : 'ra.auth.user_menu'}>
      <Logout />
    </UserMenu>
  )
}

/** react-admin sets only the heading of the page. */
function useWindowTitle(): void {
  const resource = useLocation().pathname.split('/')[1] ?? ''
  const page = textOr(`resources.${resource}.name`, t('overview.title'), { smart_count: 2 })
  useEffect(() => {
    document.title = `${page} – ${deskTitle()}`
  }, [page])
}

export const DeskLayout = ({ children }: LayoutProps) => {
  useWindowTitle()
  useKeptFocus()
  return (
    <>
      <Layout appBar={Bar} menu={DeskMenu}>
        <SectionTabs />
        {isValidElement(children) && children}
      </Layout>
      <SessionOver />
    </>
  )
}
