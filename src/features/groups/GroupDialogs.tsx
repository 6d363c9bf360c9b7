import { useTranslation } from 'react-i18next'
import type { MessageKey } from '#src/i18n/messageKeys.ts'
import {
  useCancelInviteMutation,
  useDisbandGroupMutation,
  useLeaveGroupMutation,
  useRemoveMemberMutation,
} from '#src/store/groups/api.ts'
import { selectOpenDialog } from '#src/store/groups/selectors.ts'
import { type GroupDialog, groupsActions } from '#src/store/groups/slice.ts'
import { useAppDispatch, useAppSelector } from '#src/store/hooks.ts'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { namedOptions, Select } from '#src/ui/Select.tsx'

const dialogTexts = {
  leaveAsOwner: ['dashboard.leave_title', 'dashboard.leave_owner_text'],
  leave: ['dashboard.leave_title', 'dashboard.leave_text'],
  removeMember: ['dashboard.remove_title', 'dashboard.remove_text'],
  cancelInvite: ['dashboard.cancel_invite_title', 'dashboard.cancel_invite_text'],
  disband: ['dashboard.disband_title', 'dashboard.disband_text'],
} as const satisfies Record<GroupDialog['kind'], readonly [title: MessageKey, text: MessageKey]>

export function GroupDialogs() {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const dialog = useAppSelector(selectOpenDialog)
  const { confirm, isBusy } = useConfirm()

  const [title, text] = dialogTexts[dialog?.kind ?? 'leave']
  const values = {
    group_name: dialog?.group.name ?? '',
    name: dialog?.member?.name ?? '',
    username: dialog?.invite?.target_user_username ?? '',
  }
  const handover = dialog?.kind === 'leaveAsOwner' ? dialog : null
  const candidates = handover?.candidates ?? []
  const chosen = candidates.find(({ id }) => id === handover?.newOwnerId)
  return (
    <ConfirmDialog
      open={dialog !== null}
      title={t(title)}
      message={t(text, values)}
      confirmLabel={t(handover ? 'dashboard.confirm' : 'dashboard.yes')}
      cancelLabel={t(handover ? 'dashboard.cancel' : 'dashboard.no')}
      closeLabel={t('dashboard.close_dialog')}
      isBusy={isBusy}
      isConfirmDisabled={handover !== null && !chosen}
      onConfirm={() => dialog && confirm(dialog)}
      onCancel={() => dispatch(groupsActions.dialogClosed())}
    >
      {dialog?.kind === 'removeMember' && dialog.group.page && (
        <div className="flex flex-col gap-2 font-sans text-sm text-ink-soft wrap-anywhere">
          <p>{t('dashboard.remove_hint', values)}</p>
          {dialog.group.plan?.next_session && <p>{t('dashboard.remove_sessions_hint', values)}</p>}
        </div>
      )}
      {handover && (
        <Select
          label={t('dashboard.new_owner')}
          placeholder={t('dashboard.choose_new_owner')}
          options={namedOptions(candidates)}
          value={chosen?.id ?? null}
          onChange={(id) => id !== null && dispatch(groupsActions.newOwnerPicked(id))}
        />
      )}
    </ConfirmDialog>
  )
}

/** Makes the call of the open dialog. The store closes the dialog after a success; after a failure it stays (ruling 82). */
function useConfirm() {
  const [leave, leaving] = useLeaveGroupMutation()
  const [disband, disbanding] = useDisbandGroupMutation()
  const [remove, removing] = useRemoveMemberMutation()
  const [cancel, cancelling] = useCancelInviteMutation()

  const confirm = (dialog: GroupDialog) => {
    const { groupId } = dialog
    switch (dialog.kind) {
      case 'leaveAsOwner':
        return void leave({ id: groupId, new_owner_id: dialog.newOwnerId ?? undefined })
      case 'leave':
        return void leave({ id: groupId })
      case 'disband':
        return void disband(groupId)
      case 'removeMember':
        return void remove({ group_id: groupId, member_id: dialog.memberId })
      case 'cancelInvite':
        return void cancel(dialog.inviteId)
    }
  }
  const isBusy = [leaving, disbanding, removing, cancelling].some(({ isLoading }) => isLoading)
  return { confirm, isBusy }
}
