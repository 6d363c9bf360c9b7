import { useTranslation } from 'react-i18next'
import type { MessageKey } from '#src/i18n/messageKeys.ts'
import {
  useCancelInviteMutation,
  useDisbandGroupMutation,
  useLeaveGroupMutation,
  useRemoveMemberMutation,
} from '#src/store/groups/api.ts'
import { selectOpenDialog } from '#src/store/groups/selectors.ts'
import { dialogClosed, type GroupDialog, newOwnerPicked } from '#src/store/groups/slice.ts'
import { useAppDispatch, useAppSelector } from '#src/store/hooks.ts'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { Select } from '#src/ui/Select.tsx'

type Texts = { title: MessageKey; text: MessageKey; confirm: MessageKey; cancel: MessageKey }

const yesOrNo = { confirm: 'dashboard.yes', cancel: 'dashboard.no' } as const

const dialogTexts = {
  leaveAsOwner: {
    title: 'dashboard.leave_title',
    text: 'dashboard.leave_owner_text',
    confirm: 'dashboard.confirm',
    cancel: 'dashboard.cancel',
  },
  leave: { title: 'dashboard.leave_title', text: 'dashboard.leave_text', ...yesOrNo },
  removeMember: { title: 'dashboard.remove_title', text: 'dashboard.remove_text', ...yesOrNo },
  cancelInvite: {
    title: 'dashboard.cancel_invite_title',
    text: 'dashboard.cancel_invite_text',
    ...yesOrNo,
  },
  disband: { title: 'dashboard.disband_title', text: 'dashboard.disband_text', ...yesOrNo },
} as const satisfies Record<GroupDialog['kind'], Texts>

export function GroupDialogs() {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const dialog = useAppSelector(selectOpenDialog)
  const { confirm, isBusy } = useConfirmDialog()

  const texts = dialogTexts[dialog?.kind ?? 'leave']
  const values = {
    group_name: dialog?.group.name ?? '',
    name: dialog?.member?.name ?? '',
    username: dialog?.invite?.target_user_username ?? '',
  }
  const candidates = dialog?.kind === 'leaveAsOwner' ? dialog.candidates : []
  const chosen =
    dialog?.kind === 'leaveAsOwner'
      ? candidates.find(({ id }) => id === dialog.newOwnerId)
      : undefined

  return (
    <ConfirmDialog
      open={dialog !== null}
      title={t(texts.title)}
      message={t(texts.text, values)}
      confirmLabel={t(texts.confirm)}
      cancelLabel={t(texts.cancel)}
      closeLabel={t('dashboard.close_dialog')}
      isBusy={isBusy}
      isConfirmDisabled={dialog?.kind === 'leaveAsOwner' && !chosen}
      onConfirm={() => dialog && confirm(dialog)}
      onCancel={() => dispatch(dialogClosed())}
    >
      {dialog?.kind === 'leaveAsOwner' && (
        <Select
          label={t('dashboard.new_owner')}
          placeholder={t('dashboard.choose_new_owner')}
          options={candidates.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={chosen ? String(chosen.id) : ''}
          onChange={(value) => {
            const picked = candidates.find(({ id }) => String(id) === value)
            if (picked) dispatch(newOwnerPicked(picked.id))
          }}
        />
      )}
    </ConfirmDialog>
  )
}

/** Makes the call of the open dialog. The store closes the dialog after a success; after a failure it stays. */
function useConfirmDialog() {
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
