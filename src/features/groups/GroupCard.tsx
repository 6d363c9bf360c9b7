import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { type GroupRow, mayInvite } from '#src/store/groups/selectors.ts'
import { groupsActions } from '#src/store/groups/slice.ts'
import { useAppDispatch } from '#src/store/hooks.ts'
import { Button } from '#src/ui/Button.tsx'
import type { Elements } from '#src/ui/elements.ts'
import { InviteForm } from './InviteForm.tsx'
import { type BesideMember, MemberList, PendingInvites } from './MemberList.tsx'

type Props = {
  group: GroupRow
  /** Elements at the end of a member's row. */
  besideMember?: BesideMember | undefined
  /** Elements above the members. */
  above?: Elements
  /** Elements between the invites and the last buttons. */
  below?: Elements
}

/** The open card of a group: what every server has, around what one announces besides. */
export function GroupCard({ group, besideMember, above, below }: Props) {
  return (
    <>
      {above}
      <MemberList group={group} beside={besideMember} />
      {mayInvite(group) && group.invites.length > 0 && <PendingInvites group={group} />}
      {/* Only owners (behaviour 6.4) and co-owners may invite. */}
      {mayInvite(group) && <InviteForm group={group} />}
      {below}
      <GroupActions group={group} />
    </>
  )
}

/** A group of one cannot be left by its owner (behaviour 9.3). */
function GroupActions({ group }: { group: GroupRow }) {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const hintId = useId()
  const { id: groupId, is_owner: isOwner } = group
  const isAlone = isOwner && group.members.length === 1

  const handleLeave = () =>
    dispatch(
      groupsActions.dialogOpened(
        isOwner ? { kind: 'leaveAsOwner', groupId, newOwnerId: null } : { kind: 'leave', groupId },
      ),
    )

  return (
    <div className="-ms-5 flex flex-wrap items-center gap-x-2">
      <Button
        variant="quiet"
        icon="leave"
        disabled={isAlone}
        aria-describedby={isAlone ? hintId : undefined}
        onClick={handleLeave}
      >
        {t('dashboard.leave')}
      </Button>
      {isOwner && (
        <Button
          variant="quiet"
          icon="trash"
          className="text-ember"
          onClick={() => dispatch(groupsActions.dialogOpened({ kind: 'disband', groupId }))}
        >
          {t('dashboard.disband')}
        </Button>
      )}
      {isAlone && (
        <p id={hintId} className="basis-full ps-5 font-sans text-sm text-ink-soft">
          {t('dashboard.alone_hint')}
        </p>
      )}
    </div>
  )
}
