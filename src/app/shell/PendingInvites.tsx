import { useTranslation } from 'react-i18next'
import { groupsApi } from '#src/store/groups/api.ts'
import { Badge } from '#src/ui/Badge.tsx'

/** Stands beside the text of the menu entry: replacing the text during a press would lose the click. */
export function PendingInvites() {
  const { t } = useTranslation()
  const { data: invites = [] } = groupsApi.useListInvitesQuery()
  const count = invites.length
  if (count === 0) return null
  return (
    <>
      <span aria-hidden="true" className="ms-1.5 inline-block -translate-y-0.5">
        <Badge>{count}</Badge>
      </span>
      <span className="sr-only">{` (${t('navbar.pending_invites', { count })})`}</span>
    </>
  )
}

export function InviteDot({ id, isShown }: { id: string; isShown: boolean }) {
  const { t } = useTranslation()
  const { data: invites = [] } = groupsApi.useListInvitesQuery()
  if (invites.length === 0) return null
  return (
    <>
      <span id={id} hidden>
        {t('navbar.pending_invites', { count: invites.length })}
      </span>
      {isShown && (
        <span
          aria-hidden="true"
          className="pointer-events-none absolute end-1.5 top-1.5 size-3 rounded-full border-2 border-night bg-ember-light"
        />
      )}
    </>
  )
}
