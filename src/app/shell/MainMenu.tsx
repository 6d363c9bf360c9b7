import { lazy, type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { useAppDispatch, useAppSelector } from '#src/store/hooks.ts'
import { logoutChosen, selectVisitor } from '#src/store/session/slice.ts'
import { Icon } from '#src/ui/Icon.tsx'
import type { IconName } from '#src/ui/icons.ts'
import { joined } from '#src/ui/look.ts'
import { FramePart } from '../Boundary.tsx'
import { menuFor, type RoutePath, routeAt, urlOf } from '../routes.ts'

// Members only: visitors do not fetch the code of groups and invites.
const PendingInvites = lazy(async () => ({
  default: (await import(/* webpackChunkName: "account-label" */ './PendingInvites.tsx'))
    .PendingInvites,
}))

const LOGIN = '/auth/login'

/** The route table, filtered for this visitor, with login and logout (behaviour 2.3; ruling 14, 15). */
export function MainMenu() {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const visitor = useAppSelector(selectVisitor)

  return (
    <ul className="flex flex-col lg:flex-row lg:flex-wrap lg:items-center lg:justify-end lg:gap-x-1">
      {menuFor(visitor).map((entry) => (
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
