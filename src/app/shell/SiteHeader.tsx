import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { onEscape } from '#src/platform/keys.ts'
import { withLateStyles } from '#src/platform/lateStyles.ts'
import { announces, SEARCH_BUTTON_ID } from '#src/platform/page.ts'
import { useAppDispatch, useAppSelector } from '#src/store/hooks.ts'
import { logoutChosen, selectVisitor } from '#src/store/session/slice.ts'
import { Icon } from '#src/ui/Icon.tsx'
import type { IconName } from '#src/ui/icons.ts'
import { joined } from '#src/ui/look.ts'
import { MarkLogo } from '#src/ui/MarkLogo.tsx'
import { useKit } from '#src/ui/useKit.ts'
import { FramePart } from '../Boundary.tsx'
import { menuFor, type RoutePath, routeAt, urlOf } from '../routes.ts'

// Members only: visitors do not fetch the code of groups and invites.
const waitingInvites = () =>
  withLateStyles(import(/* webpackChunkName: "account-label" */ './PendingInvites.tsx'))
const PendingInvites = lazy(async () => ({ default: (await waitingInvites()).PendingInvites }))

const LOGIN = '/auth/login'

/** The route table, filtered for this visitor, with login and logout (behaviour 2.3; ruling 14, 15). */
function MainMenu() {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const visitor = useAppSelector(selectVisitor)

  return (
    <ul className="flex flex-col lg:flex-row lg:flex-wrap lg:items-center lg:justify-end lg:gap-x-1">
      {menuFor(visitor, useKit()).map((entry) => (
        <MenuLink key={entry.path} to={urlOf(entry)} icon={entry.icon}>
          <span>{t(entry.name)}</span>
          {entry.name === 'navbar.myaccount' && (
            <FramePart>
              <Suspense>
                <PendingInvites />
              </Suspense>
            </FramePart>
          )}
        </MenuLink>
      ))}
      {visitor.isMember ? (
        // The session ends before the navigation: a member would be redirected from the login page.
        <MenuLink to={LOGIN} icon="logout" onClick={() => dispatch(logoutChosen())}>
          {t('navbar.logout')}
        </MenuLink>
      ) : (
        <>
          <MenuLink to="/auth/register" icon="userPlus">
            {t('navbar.register')}
          </MenuLink>
          <MenuLink to={LOGIN} icon="login">
            {t('navbar.login')}
          </MenuLink>
        </>
      )}
    </ul>
  )
}

/** Pages that mark the entry of another one. */
const PART_OF: Partial<Record<RoutePath, RoutePath>> = {
  '/news/:news_id': '/news&events/',
  '/ruleItem/:id': '/rules',
}

type MenuLinkProps = { to: string; icon: IconName; onClick?: () => void; children: ReactNode }

function MenuLink({ to, icon, onClick, children }: MenuLinkProps) {
  const here = routeAt(useLocation().pathname)?.entry
  const isHere = here !== undefined && urlOf(here) === to
  const whole = here && PART_OF[here.path]
  const isPart = whole !== undefined && `${here?.layout}${whole}` === to
  return (
    <li className="max-lg:border-b max-lg:border-snow/15">
      <Link
        to={to}
        onClick={onClick}
        aria-current={isHere ? 'page' : isPart || undefined}
        className={joined(
          'flex min-h-tap items-center gap-3 whitespace-nowrap px-2 no-underline decoration-gold-light decoration-2 underline-offset-8 hover:text-gold-light max-lg:py-3 max-lg:text-lg',
          isHere || isPart ? 'text-gold-light underline' : 'text-snow',
        )}
      >
        <Icon name={icon} className="size-5 text-gold-light lg:hidden" />
        <span>{children}</span>
      </Link>
    </li>
  )
}

/**
 * Opens the search if the server announces one (ruling 78). The first press fetches its chunk; if that fails, the next
 * press retries.
 */
function SearchButton() {
  const { t } = useTranslation()
  const [Layer, setLayer] = useState<ComponentType | null>(null)
  if (!announces('search')) return <span className="ms-auto" />
  const handleClick = () => {
    import(/* webpackChunkName: "search" */ './SearchLayer.tsx').then(
      ({ SearchLayer }) => setLayer(() => SearchLayer),
      () => undefined,
    )
  }
  return (
    <>
      <button
        type="button"
        id={SEARCH_BUTTON_ID}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K"
        onClick={Layer ? undefined : handleClick}
        className="ms-auto inline-flex size-tap cursor-pointer items-center justify-center rounded font-medium"
      >
        <Icon name="search" className="size-6" />
        <span className="sr-only">{t('search.title')}</span>
      </button>
      {Layer && <Layer />}
    </>
  )
}

const InviteDot = lazy(async () => ({ default: (await waitingInvites()).InviteDot }))

const PENDING_INVITES_ID = 'menu-waiting'

export function SiteHeader() {
  const { t } = useTranslation()
  const { key } = useLocation()
  const { isMember } = useAppSelector(selectVisitor)
  const [openKey, setOpenKey] = useState<string | null>(null)
  // Following a link closes the sheet, because the history entry changes.
  const isOpen = openKey === key
  useEffect(() => {
    if (!isOpen) return
    const unlock = lockScroll()
    const unlisten = onEscape(() => setOpenKey(null))
    return () => {
      unlock()
      unlisten()
    }
  }, [isOpen])

  return (
    <header className="on-night sticky top-0 z-header bg-night text-snow print:hidden">
      <div className="mx-auto flex min-h-16 max-w-page items-center gap-4 px-4">
        <Link
          to="/discordia/"
          className="flex min-h-tap items-center gap-2 font-heading text-xl font-bold tracking-wide text-snow no-underline"
        >
          <MarkLogo className="h-[1.5em] text-gold-light" />
          {t('navbar.brand')}
        </Link>
        {/* As specified: the language selector renders nothing, for only English exists (behaviour 1.3). */}
        <div data-language-selector="" />
        <FramePart>
          <SearchButton />
        </FramePart>
        <MenuButton
          isMember={isMember}
          isOpen={isOpen}
          onToggle={() => setOpenKey(isOpen ? null : key)}
        />
        <nav
          id="main-menu"
          aria-label={t('navbar.main')}
          className={joined(
            'font-sans text-ui',
            'max-lg:fixed max-lg:inset-x-0 max-lg:top-16 max-lg:bottom-0 max-lg:overflow-y-auto max-lg:bg-night max-lg:px-4 max-lg:pb-8',
            !isOpen && 'max-lg:hidden',
          )}
        >
          <MainMenu />
        </nav>
      </div>
    </header>
  )
}

type MenuButtonProps = { isMember: boolean; isOpen: boolean; onToggle: () => void }

function MenuButton({ isMember, isOpen, onToggle }: MenuButtonProps) {
  const { t } = useTranslation()
  return (
    <div className="relative lg:hidden">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls="main-menu"
        aria-describedby={isMember ? PENDING_INVITES_ID : undefined}
        onClick={onToggle}
        className="inline-flex size-tap cursor-pointer items-center justify-center rounded font-medium"
      >
        <Icon name={isOpen ? 'close' : 'menu'} className="size-6" />
        <span className="sr-only">{t('navbar.menu')}</span>
      </button>
      {isMember && (
        <FramePart>
          <Suspense>
            <InviteDot id={PENDING_INVITES_ID} isShown={!isOpen} />
          </Suspense>
        </FramePart>
      )}
    </div>
  )
}

/** Stops the page from scrolling until the returned function is called. */
function lockScroll(): () => void {
  const { style } = document.documentElement
  const before = style.overflow
  style.overflow = 'hidden'
  return () => {
    style.overflow = before
  }
}
