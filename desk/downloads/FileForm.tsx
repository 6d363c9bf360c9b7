import { required, TextInput, useRecordContext } from 'react-admin'
import { deskCalls } from '#contract/deskCalls.ts'
import type { DeskDownloadFile } from '#contract/downloads.ts'
import { t } from '../i18n.ts'
import { ActionButton, ConfirmButton } from '../parts/ActionButton.tsx'
import { useIsChanged } from '../parts/DeskForm.tsx'
import { ReferenceSelect } from '../parts/ReferenceSelect.tsx'
import { PictureInput, UploadInput } from '../parts/UploadInput.tsx'
import { actionOf, useAction } from '../parts/useAction.ts'

const { withdraw, restore } = deskCalls['download-files']

/** A file without a name keeps the one that it was uploaded with. */
export const withoutEmptyName = (data: Record<string, unknown>): Record<string, unknown> => {
  const { download_file_name: name, ...rest } = data
  return name ? data : rest
}

export const FileFields = () => {
  const isNew = useRecordContext()?.id === undefined
  return (
    <>
      <ReferenceSelect isRequired reference="download-categories" source="category_id" />
      <TextInput source="display_name" validate={required()} />
      <TextInput helperText={t('downloads.name_help')} source="download_file_name" />
      <TextInput minRows={3} multiline source="description" />
      <UploadInput
        isRequired
        label={isNew ? t('downloads.file') : t('downloads.replace')}
        purpose="file"
        source="file_upload"
      />
      <PictureInput />
    </>
  )
}

/** The buttons are disabled while there are unsaved changes. */
export const FileActions = () => {
  const file = useRecordContext<DeskDownloadFile>()
  const isChanged = useIsChanged()
  const { run, attempt, isBusy } = useAction()
  if (!file) return null
  const disabled = isBusy || isChanged
  const args = { id: file.id }
  const restoring = actionOf(restore, args, t('downloads.restore_done'))
  return (
    <div className="desk-actions">
      {file.withdrawn_at === null ? (
        <ConfirmButton
          disabled={disabled}
          label={t('downloads.withdraw')}
          onConfirm={() =>
            attempt(actionOf(withdraw, args, t('downloads.withdraw_done'), restoring))
          }
          text={t('downloads.withdraw_sure')}
          title={t('downloads.withdraw_ask', { name: file.display_name })}
        />
      ) : (
        <>
          <span>{t('downloads.withdrawn')}</span>
          <ActionButton disabled={disabled} onClick={() => run(restoring)}>
            {t('downloads.restore')}
          </ActionButton>
        </>
      )}
    </div>
  )
}
