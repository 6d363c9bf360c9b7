import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { keepLinkSecret, linkSecretIn } from '#src/store/group-page/linkSecret.ts'
import { useAuthState } from './AuthLink.tsx'

/** For visitors whom an invite link has led to the login. A registration loses the state of this page. */
export function InviteLinkHint() {
  const { t } = useTranslation()
  const secret = linkSecretIn(useAuthState().returnTo ?? '')
  useEffect(() => {
    if (secret !== null) keepLinkSecret(secret)
  }, [secret])
  if (secret === null) return null
  return <p className="mb-5 font-sans text-ui">{t('invite_link.login_hint')}</p>
}
