import { useTranslation } from 'react-i18next'
import { useListInvitesQuery } from '#src/store/groups/api.ts'
import { Badge } from '#src/ui/Badge.tsx'
import { VisuallyHidden } from '#src/ui/VisuallyHidden.tsx'

export function AccountLabel() {
  const { t } = useTranslation()
  const { data: invites = [] } = useListInvitesQuery()
  const count = invites.length
  if (count === 0) return t('navbar.myaccount')
  return (
    <>
      <span aria-hidden="true">
        {t('navbar.myaccount')} <Badge>{count}</Badge>
      </span>
      <VisuallyHidden>
        {`${t('navbar.myaccount')} (${t('navbar.pending_invites', { count })})`}
      </VisuallyHidden>
    </>
  )
}
