import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { GroupRow } from '#src/store/groups/selectors.ts'
import { dialogOpened } from '#src/store/groups/slice.ts'
import { useAppDispatch } from '#src/store/hooks.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import { useFocusAfterRemoval } from '../useFocusAfterRemoval.ts'
import { PartHeading } from './PartHeading.tsx'

/** Pending invites; for the owner (behaviour 2). */
export function PendingInvites({ group }: { group: GroupRow }) {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const headingId = useId()
  const list = useFocusAfterRemoval<HTMLUListElement>(group.invites.length)

  return (
    <div>
      <PartHeading id={headingId}>{t('dashboard.pending_invites')}</PartHeading>
      <ul
        ref={list}
        tabIndex={-1}
        aria-labelledby={headingId}
        className="grid gap-x-8 font-sans text-ui outline-none sm:grid-cols-2"
      >
        {group.invites.map(({ id, target_user_username: username }) => (
          <li key={id} className="flex min-h-tap items-center gap-2 border-b border-line/60">
            <span className="min-w-0 flex-1 text-ink-soft wrap-anywhere">{username}</span>
            <IconButton
              icon="close"
              label={t('dashboard.cancel_invitation_for', { username })}
              onClick={() =>
                dispatch(dialogOpened({ kind: 'cancelInvite', groupId: group.id, inviteId: id }))
              }
            />
          </li>
        ))}
      </ul>
    </div>
  )
}
