import {
  useCancelInviteMutation,
  useDisbandGroupMutation,
  useLeaveGroupMutation,
  useRemoveMemberMutation,
} from '#src/store/groups/api.ts'
import type { GroupDialog } from '#src/store/groups/slice.ts'

/** Makes the call of the open dialog. The store closes the dialog after a success; after a failure it stays. */
export function useConfirmDialog() {
  const [leave, leaving] = useLeaveGroupMutation()
  const [disband, disbanding] = useDisbandGroupMutation()
  const [remove, removing] = useRemoveMemberMutation()
  const [cancel, cancelling] = useCancelInviteMutation()

  const confirm = (dialog: GroupDialog) => {
    const { groupId } = dialog
    switch (dialog.kind) {
      case 'leaveAsOwner':
        return void leave({ id: groupId, newOwnerId: dialog.newOwnerId ?? undefined })
      case 'leave':
        return void leave({ id: groupId })
      case 'disband':
        return void disband(groupId)
      case 'removeMember':
        return void remove({ groupId, memberId: dialog.memberId })
      case 'cancelInvite':
        return void cancel(dialog.inviteId)
    }
  }
  const isBusy = [leaving, disbanding, removing, cancelling].some(({ isLoading }) => isLoading)
  return { confirm, isBusy }
}
