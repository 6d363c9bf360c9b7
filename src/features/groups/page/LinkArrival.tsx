import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import {
  forgetLinkSecret,
  keepLinkSecret,
  keptLinkSecret,
  linkSecretIn,
} from '#src/platform/linkSecret.ts'
import { Button, IconButton } from '#src/ui/Button.tsx'
import { useLinkInvite } from './useLinkInvite.ts'

/** Offers the invite behind a link, whose secret is in the fragment of the URL or kept since it was opened. */
export function LinkArrival() {
  const { arrived, forget } = useSecret()
  const [query] = useSearchParams()
  const isOnTab = query.get('tab') === 'invites'
  const [offered, setOffered] = useState(0)
  if (isOnTab && arrived !== null && arrived.count !== offered) setOffered(arrived.count)
  if (arrived?.count !== offered) return null
  // The offer belongs to the tab with the invites. It stays mounted beside the others, so that it ends with the invite.
  return (
    <div hidden={!isOnTab}>
      <Offer key={arrived.count} secret={arrived.secret} onDismiss={forget} />
    </div>
  )
}

function Offer({ secret, onDismiss }: { secret: string; onDismiss: () => void }) {
  const { t } = useTranslation()
  const { text, values, action, isOver } = useLinkInvite(secret)
  useEffect(() => {
    if (isOver) onDismiss()
  }, [isOver, onDismiss])
  return (
    <div
      tabIndex={-1}
      className="mb-4 flex items-start gap-2 rounded-sm border-s-2 border-gold bg-current/4 ps-3 font-sans text-ui outline-none"
    >
      <div role="status" aria-label={t('invite_link.arrival')} className="min-w-0 flex-1 py-2.5">
        <p className="wrap-anywhere">{t(text, { group: '', name: '', ...values })}</p>
        {action && (
          <>
            {action.hint && <p className="mt-1 text-sm text-ink-soft">{t(action.hint)}</p>}
            <Button
              className="mt-2"
              variant={action.hint ? 'primary' : 'secondary'}
              onClick={action.onClick}
            >
              {t(action.label)}
            </Button>
          </>
        )}
      </div>
      <IconButton
        icon="close"
        label={t('invite_link.dismiss')}
        onClick={onDismiss}
        className="shrink-0"
      />
    </div>
  )
}

/** `count` grows with each arrival, so that the same link can be opened again. */
type Arrived = { readonly secret: string; readonly count: number }

/** Removes the secret from the URL at once, and from the storage once the server has decided. */
function useSecret() {
  const { pathname, hash } = useLocation()
  const navigate = useNavigate()
  const [arrived, setArrived] = useState<Arrived | null>(null)
  const [seen, setSeen] = useState<string | null>(null)
  if (seen !== pathname + hash) {
    setSeen(pathname + hash)
    const kept = arrived === null ? keptLinkSecret() : null
    const secret = linkSecretIn(hash) ?? kept
    if (secret !== null) setArrived({ secret, count: (arrived?.count ?? 0) + 1 })
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
