import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import { keepLinkSecret, keptLinkSecret, linkSecretIn } from '#src/platform/linkSecret.ts'
import { announces } from '#src/platform/pageFeatures.ts'
import { useLookAtInviteLinkQuery } from '#src/store/groups/page/api.ts'
import { codesOf } from '#src/store/http/errors.ts'
import { useAuthState } from './AuthLink.tsx'

const INVITES = '/discordia/dashboard?tab=invites'

/**
 * Explains the invite link that led to the login, in this tab or in another one of this browser: a registration
 * continues in the tab that its mail opens.
 */
export function InviteLinkHint() {
  const { returnTo } = useAuthState()
  const location = useLocation()
  const state: unknown = location.state
  const { pathname } = location
  const navigate = useNavigate()
  const opened = linkSecretIn(returnTo ?? '')
  const [kept] = useState(keptLinkSecret)
  const secret = opened ?? kept
  const isWithoutTarget = opened === null && secret !== null && returnTo === undefined
  useEffect(() => {
    if (opened !== null) keepLinkSecret(opened)
  }, [opened])
  useEffect(() => {
    const next = { ...(state as object | null), returnTo: INVITES }
    if (isWithoutTarget) void navigate(pathname, { replace: true, state: next })
  }, [isWithoutTarget, pathname, state, navigate])
  return secret === null ? null : <Hint secret={secret} />
}

function Hint({ secret }: { secret: string }) {
  const { t } = useTranslation()
  const skip = !announces('invite_look')
  const { data, error, isLoading } = useLookAtInviteLinkQuery(secret, { skip })
  const values = { group: data?.group_name ?? '', name: data?.invited_by ?? '' }
  const text = data ? 'invite_link.login_hint_named' : 'invite_link.login_hint'
  const isOver = codesOf(error).includes('invite_link_over')
  if (isLoading) return null
  return (
    <p className="mb-5 font-sans text-ui wrap-anywhere">
      {t(isOver ? 'invite_link.over' : text, values)}
    </p>
  )
}
