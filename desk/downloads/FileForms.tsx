import {
  FormGroupContextProvider,
  required,
  TextInput,
  useFormGroup,
  useRecordContext,
} from 'react-admin'
import { deskRoutes } from '#contract/desk.ts'
import type { DeskDownloadFile } from '#contract/schemas/deskDownloads.ts'
import { t } from '../i18n.ts'
import { ActButton } from '../parts/ActButton.tsx'
import { DeskForm } from '../parts/DeskForm.tsx'
import { DeskCreate, DeskEdit } from '../parts/DeskPages.tsx'
import { ParentInput } from '../parts/ParentInput.tsx'
import { SureButton } from '../parts/SureButton.tsx'
import { PictureInput, UploadInput } from '../parts/UploadInput.tsx'
import { undoBy, useAct } from '../parts/useAct.ts'

const must = required(t('ra.validation.required'))
const { withdraw, restore } = deskRoutes['download-files']

/** A name left empty on the way in is the name of the uploaded file. */
const withoutEmptyName = (data: Record<string, unknown>): Record<string, unknown> => {
  const { download_file_name: name, ...rest } = data
  return name ? data : rest
}

const Fields = ({ isNew = false }: { isNew?: boolean }) => (
  <>
    <ParentInput
      isRequired
      label={t('fields.category')}
      reference="download-categories"
      source="category_id"
      text="title"
    />
    <TextInput source="display_name" validate={must} />
    <TextInput helperText={t('downloads.name_help')} source="download_file_name" />
    <TextInput minRows={3} multiline source="description" />
    <UploadInput
      purpose="file"
      isRequired={isNew}
      label={isNew ? t('downloads.file') : t('downloads.replace')}
      source="file_upload"
    />
    <PictureInput />
  </>
)

const FILE_FIELDS = 'file'

const Actions = () => {
  const file = useRecordContext<DeskDownloadFile>()
  const { isDirty } = useFormGroup(FILE_FIELDS)
  const { act, attempt, isBusy } = useAct()
  if (!file) return null
  const isOff = isBusy || isDirty === true
  const args = { id: file.id }
  return (
    <div className="desk-actions">
      {file.withdrawn_at === null ? (
        <SureButton
          disabled={isOff}
          label={t('downloads.withdraw')}
          onSure={() =>
            attempt(
              withdraw,
              args,
              t('downloads.withdraw_done'),
              undoBy(restore, args, t('downloads.restore_done')),
            )
          }
          question={t('downloads.withdraw_sure')}
        />
      ) : (
        <>
          <span>{t('downloads.withdrawn')}</span>
          <ActButton
            disabled={isOff}
            onClick={() => act(restore, args, t('downloads.restore_done'))}
          >
            {t('downloads.restore')}
          </ActButton>
        </>
      )}
    </div>
  )
}

export const FileCreate = () => (
  <DeskCreate redirect="list" transform={withoutEmptyName}>
    <DeskForm>
      <Fields isNew />
    </DeskForm>
  </DeskCreate>
)

export const FileEdit = () => (
  <DeskEdit actions={false} transform={withoutEmptyName}>
    <DeskForm>
      <Actions />
      <FormGroupContextProvider name={FILE_FIELDS}>
        <Fields />
      </FormGroupContextProvider>
    </DeskForm>
  </DeskEdit>
)
