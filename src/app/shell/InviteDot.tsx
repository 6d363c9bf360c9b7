import { useTranslation } from 'react-i18next'
import { useListInvitesQuery } from '#src/store/groups/api.ts'

type Props = {
  /** Of the description of the menu button. */
  id: string
  isShown: boolean
}

/** Marks the closed menu when there are pending invites. */
export function InviteDot({ id, isShown }: Props) {
  const { t } = useTranslation()
  const { data: invites = [] } = useListInvitesQuery()
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
