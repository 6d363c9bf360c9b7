import { useTranslation } from 'react-i18next'
import { useListInvitesQuery } from '#src/store/api/groupsApi.ts'
import { Badge } from '#src/ui/Badge.tsx'
import { VisuallyHidden } from '#src/ui/VisuallyHidden.tsx'

/** "My Account", with the number of pending invites when there are any (SPEC 2). */
export function AccountLabel() {
  const { t } = useTranslation()
  const { data: invites = [] } = useListInvitesQuery()
  const count = invites.length
  return count === 0 ? (
    t('navbar.myaccount')
  ) : (
    <span>
      {t('navbar.myaccount')} <VisuallyHidden>(</VisuallyHidden>
      <Badge>{count}</Badge>
      <VisuallyHidden>{` ${t('navbar.pending_invites', { count })})`}</VisuallyHidden>
    </span>
  )
}
