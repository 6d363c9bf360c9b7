import {
  useCancelInviteMutation,
  useDisbandGroupMutation,
  useLeaveGroupMutation,
  useRemoveMemberMutation,
} from '#src/store/groups/api.ts'
import type { GroupDialog } from '#src/store/groups/slice.ts'
import { useAppDispatch } from '#src/store/hooks.ts'
import { closeIfStill } from './closeDialog.ts'

/** Sends what the open dialog was asked to do. It closes when that is done and stays when it failed. */
export function useConfirmDialog() {
  const dispatch = useAppDispatch()
  const [leave, leaving] = useLeaveGroupMutation()
  const [disband, disbanding] = useDisbandGroupMutation()
  const [remove, removing] = useRemoveMemberMutation()
  const [cancel, cancelling] = useCancelInviteMutation()

  const send = (dialog: GroupDialog) => {
    const { groupId } = dialog
    switch (dialog.kind) {
      case 'leaveAsOwner':
        return leave({ id: groupId, newOwnerId: dialog.newOwnerId ?? undefined })
      case 'leave':
        return leave({ id: groupId })
      case 'disband':
        return disband(groupId)
      case 'removeMember':
        return remove({ groupId, memberId: dialog.memberId })
      case 'cancelInvite':
        return cancel(dialog.inviteId)
    }
  }

  const confirm = async (dialog: GroupDialog) => {
    const { error } = await send(dialog)
    if (!error) dispatch(closeIfStill(dialog))
  }
  const isBusy = [leaving, disbanding, removing, cancelling].some(({ isLoading }) => isLoading)
  return { confirm, isBusy }
}
