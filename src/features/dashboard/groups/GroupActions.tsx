import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { GroupRow } from '#src/store/groups/selectors.ts'
import { dialogOpened } from '#src/store/groups/slice.ts'
import { useAppDispatch } from '#src/store/hooks.ts'
import { Button } from '#src/ui/Button.tsx'

/** Leave, and for the owner Disband. A group of one cannot be left by its owner (behaviour 2, 9). */
export function GroupActions({ group }: { group: GroupRow }) {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const hintId = useId()
  const { id: groupId, is_owner: isOwner } = group
  const isAlone = isOwner && group.members.length === 1

  const handleLeave = () =>
    dispatch(
      dialogOpened(
        isOwner ? { kind: 'leaveAsOwner', groupId, newOwnerId: null } : { kind: 'leave', groupId },
      ),
    )

  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1.5">
      <Button
        icon="leave"
        disabled={isAlone}
        aria-describedby={isAlone ? hintId : undefined}
        onClick={handleLeave}
      >
        {t('dashboard.leave')}
      </Button>
      {isOwner && (
        <Button
          variant="danger"
          icon="trash"
          onClick={() => dispatch(dialogOpened({ kind: 'disband', groupId }))}
        >
          {t('dashboard.disband')}
        </Button>
      )}
      {isAlone && (
        <p id={hintId} className="basis-full font-sans text-sm text-ink-soft">
          {t('dashboard.alone_hint')}
        </p>
      )}
    </div>
  )
}
