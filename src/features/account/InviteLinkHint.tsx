import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import { keepLinkSecret, keptLinkSecret, linkSecretIn } from '#src/platform/linkSecret.ts'
import { useAuthState } from './AuthLink.tsx'

const INVITES = '/discordia/dashboard?tab=invites'

/**
 * For visitors whom an invite link has led to the login, in this tab or in another one of this browser: a registration
 * goes on in the tab that its mail opens.
 */
export function InviteLinkHint() {
  const { t } = useTranslation()
  const { returnTo } = useAuthState()
  const location = useLocation()
  const state: unknown = location.state
  const { pathname } = location
  const navigate = useNavigate()
  const secret = linkSecretIn(returnTo ?? '')
  const isKept = secret === null && keptLinkSecret() !== null
  const isWithoutTarget = isKept && returnTo === undefined
  useEffect(() => {
    if (secret !== null) keepLinkSecret(secret)
  }, [secret])
  useEffect(() => {
    const next = { ...(state as object | null), returnTo: INVITES }
    if (isWithoutTarget) void navigate(pathname, { replace: true, state: next })
  }, [isWithoutTarget, pathname, state, navigate])
  if (secret === null && !isKept) return null
  return <p className="mb-5 font-sans text-ui">{t('invite_link.login_hint')}</p>
}
