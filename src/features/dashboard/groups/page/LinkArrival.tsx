import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import type { MessageKey } from '#src/i18n/messageKeys.ts'
import {
  forgetLinkSecret,
  keepLinkSecret,
  keptLinkSecret,
  linkSecretIn,
} from '#src/platform/linkSecret.ts'
import { useGetProfileQuery } from '#src/store/account/api.ts'
import { announces } from '#src/store/account/features.ts'
import { useRedeemInviteLinkMutation } from '#src/store/group-page/api.ts'
import { codesOf } from '#src/store/http/errors.ts'
import { Button, IconButton } from '#src/ui/Button.tsx'

const REFUSALS: Readonly<Record<string, MessageKey>> = {
  invite_link_over: 'invite_link.over',
  already_member: 'invite_link.already_member',
  already_invited: 'invite_link.already_invited',
  muted: 'invite_link.muted',
  group_full: 'invite_link.group_full',
  too_many_invites: 'invite_link.too_many_invites',
  throttled: 'invite_link.throttled',
}

/** Turns the secret of an invite link, in the fragment of the URL or kept since it was opened, into an invite. */
export function LinkArrival() {
  const { t } = useTranslation()
  const { arrived, forget } = useSecret()
  const { text, values, canRetry, retry } = useRedeeming(arrived)
  const [query] = useSearchParams()
  // It is about the invites, which are in this tab.
  if (arrived === null || query.get('tab') !== 'invites') return null
  return (
    <div className="mb-4 flex items-start gap-2 rounded-sm border-s-2 border-gold bg-current/4 ps-3 font-sans text-ui">
      <div role="status" aria-label={t('invite_link.arrival')} className="min-w-0 flex-1 py-2.5">
        <p className="wrap-anywhere">{t(text, values)}</p>
        {canRetry && (
          <Button className="mt-2" onClick={retry}>
            {t('invite_link.retry')}
          </Button>
        )}
      </div>
      <IconButton
        icon="close"
        label={t('invite_link.dismiss')}
        onClick={forget}
        className="shrink-0"
      />
    </div>
  )
}

/** Another object each time, so that a link can be opened again. */
type Arrived = { readonly secret: string }

/** The secret leaves the URL as soon as it is here, and the storage once the server has decided. */
function useSecret() {
  const { pathname, hash } = useLocation()
  const navigate = useNavigate()
  const [arrived, setArrived] = useState<Arrived | null>(null)
  const [seen, setSeen] = useState<string | null>(null)
  if (seen !== pathname + hash) {
    setSeen(pathname + hash)
    const kept = arrived === null ? keptLinkSecret() : null
    const secret = linkSecretIn(hash) ?? kept
    if (secret !== null) setArrived({ secret })
  }
  useEffect(() => {
    if (arrived === null) return
    if (keptLinkSecret() !== arrived.secret) keepLinkSecret(arrived.secret)
    void navigate(`${pathname}?tab=invites`, { replace: true })
  }, [arrived, pathname, navigate])
  const forget = () => {
    setArrived(null)
    forgetLinkSecret()
  }
  return { arrived, forget }
}

function useRedeeming(arrived: Arrived | null) {
  const { data: profile } = useGetProfileQuery()
  const [redeem, { data, error, isLoading, isUninitialized }] = useRedeemInviteLinkMutation()
  const isKnown = announces(profile, 'invite_links')
  const sent = useRef<Arrived | null>(null)
  useEffect(() => {
    if (arrived === null || !isKnown || sent.current === arrived) return
    sent.current = arrived
    void redeem(arrived.secret)
  }, [arrived, isKnown, redeem])
  const isUnknown = profile !== undefined && !isKnown
  useEffect(() => {
    if (isUnknown) forgetLinkSecret()
  }, [isUnknown])

  const code = codesOf(error).find((one) => Object.hasOwn(REFUSALS, one))
  const refusal = code === undefined ? undefined : REFUSALS[code]
  const text = (): MessageKey => {
    if (isUnknown) return 'invite_link.unknown_server'
    if (data) return 'invite_link.redeemed'
    if (isLoading || isUninitialized) return 'invite_link.checking'
    return refusal ?? 'invite_link.failed'
  }
  return {
    text: text(),
    values: { group: data?.group_name ?? '' },
    canRetry: error !== undefined && refusal === undefined && !isLoading,
    retry: () => arrived !== null && void redeem(arrived.secret),
  }
}
