import { useTranslation } from 'react-i18next'
import { selectOpenDialog } from '#src/store/groups/selectors.ts'
import { dialogClosed, newOwnerPicked } from '#src/store/groups/slice.ts'
import { useAppDispatch, useAppSelector } from '#src/store/hooks.ts'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { Select } from '#src/ui/Select.tsx'
import { dialogTexts } from './dialogTexts.ts'
import { useConfirmDialog } from './useConfirmDialog.ts'

/** The open dialog of the groups tab: leave, disband, remove, cancel. */
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
