import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { lockScroll, onEscape } from '#src/platform/page.ts'
import { useAppSelector } from '#src/store/hooks.ts'
import { selectVisitor } from '#src/store/session/slice.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { joined } from '#src/ui/look.ts'
import { MarkLogo } from '#src/ui/MarkLogo.tsx'
import { FramePart } from '../Boundary.tsx'
import { MainMenu } from './MainMenu.tsx'
import { SearchButton } from './SearchButton.tsx'

// Members only: visitors do not fetch the code of groups and invites.
const InviteDot = lazy(async () => ({
  default: (await import(/* webpackChunkName: "account-label" */ './PendingInvites.tsx')).InviteDot,
}))

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
