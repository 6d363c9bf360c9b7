import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import type { MessageKey } from '#src/i18n/messageKeys.ts'
import {
  forgetLinkSecret,
  keepLinkSecret,
  keptLinkSecret,
  linkSecretIn,
} from '#src/platform/linkSecret.ts'
import { announces } from '#src/platform/page.ts'
import { accountApi } from '#src/store/account/api.ts'
import { groupsApi } from '#src/store/groups/api.ts'
import { groupPageApi } from '#src/store/groups/page/api.ts'
import { codesOf } from '#src/store/http/errors.ts'
import { offers } from '#src/store/session/features.ts'
import { Button, IconButton } from '#src/ui/Button.tsx'

const REFUSALS: Readonly<Record<string, MessageKey>> = {
  invite_link_over: 'invite_link.over',
  already_member: 'invite_link.already_member',
  already_invited: 'invite_link.already_invited',
  removed_from_group: 'invite_link.removed',
  muted: 'invite_link.muted',
  group_full: 'invite_link.group_full',
  too_many_invites: 'invite_link.too_many_invites',
  throttled: 'invite_link.throttled',
}

type Action = {
  readonly label: MessageKey
  readonly hint?: MessageKey
  readonly onClick: () => void
}
type State = {
  readonly text: MessageKey
  readonly values?: { readonly group: string; readonly name?: string }
  readonly action?: Action
}

/** State of an invite link. Nothing about the member is sent before the click: any site may have linked here. */
function useLinkInvite(secret: string): State & { readonly isOver: boolean } {
  const { data: profile } = accountApi.useGetProfileQuery()
  const isKnown = offers(profile, 'invite_links')
  const isUnknown = profile !== undefined && !isKnown
  const canLook = isKnown && announces('invite_look')
  const look = groupPageApi.useLookAtInviteLinkQuery({ secret }, { skip: !canLook })
  const [redeem, redeemed] = groupPageApi.useRedeemInviteLinkMutation()
  useEffect(() => {
    if (isUnknown) forgetLinkSecret()
  }, [isUnknown])

  const group = redeemed.data?.group_name
  const isInvited = group !== undefined || codesOf(redeemed.error).includes('already_invited')
  const isOver = useIsAnswered(isInvited, group)
  const get = () => void redeem({ secret })

  const state = (): State => {
    if (isUnknown) return { text: 'invite_link.unknown_server' }
    if (group !== undefined) return { text: 'invite_link.redeemed', values: { group } }
    if (redeemed.error) return refused(redeemed.error, get)
    if (!isKnown || look.isFetching || redeemed.isLoading) return { text: 'invite_link.checking' }
    if (look.error) return refused(look.error, () => void look.refetch())
    const action = { label: 'invite_link.get', hint: 'invite_link.get_hint', onClick: get } as const
    if (look.data === undefined) return { text: 'invite_link.offered_unseen', action }
    const { group_name, invited_by } = look.data
    return { text: 'invite_link.offered', values: { group: group_name, name: invited_by }, action }
  }
  return { ...state(), isOver }
}

function refused(error: unknown, again: () => void): State {
  const code = codesOf(error).find((one) => Object.hasOwn(REFUSALS, one))
  const text = code === undefined ? undefined : REFUSALS[code]
  if (text !== undefined) return { text }
  return { text: 'invite_link.failed', action: { label: 'invite_link.retry', onClick: again } }
}

/** Whether the invite has been in the list and is gone from it: accepted, rejected or cancelled. */
function useIsAnswered(isInvited: boolean, group: string | undefined): boolean {
  const { data: invites = [] } = groupsApi.useListInvitesQuery()
  const [wasListed, setWasListed] = useState(false)
  const isListed =
    isInvited && invites.some(({ group_name }) => group === undefined || group_name === group)
  if (isListed && !wasListed) setWasListed(true)
  return wasListed && !isListed
}

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
