import {
  Button,
  Create,
  Edit,
  required,
  SimpleForm,
  TextInput,
  TopToolbar,
  useRecordContext,
} from 'react-admin'
import { ParentInput } from '../parts/ParentInput.tsx'
import { PictureInput, UploadInput } from '../parts/UploadInput.tsx'
import { useAct } from '../parts/useAct.ts'
import { texts } from '../texts.ts'

const must = required(texts.required)
const words = texts.files

/** A name left empty on the way in is the name of the uploaded file. */
const withoutEmptyName = (data: Record<string, unknown>): Record<string, unknown> => {
  const { download_file_name: name, ...rest } = data
  return name ? data : rest
}

const Fields = ({ isNew = false }: { isNew?: boolean }) => (
  <>
    <ParentInput
      isRequired
      label={texts.fields.category}
      reference="download-categories"
      source="category_id"
      text="title"
    />
    <TextInput source="display_name" validate={must} />
    <TextInput helperText={words.nameHelp} source="download_file_name" />
    <TextInput minRows={3} multiline source="description" />
    <UploadInput
      accept=""
      isRequired={isNew}
      label={isNew ? words.file : words.replace}
      source="file_upload"
    />
    <PictureInput />
  </>
)

const Actions = () => {
  const file = useRecordContext()
  const { act, isBusy } = useAct('download-files')
  if (!file) return <TopToolbar />
  const isOffered = file.withdrawn_at === null
  return (
    <TopToolbar>
      {isOffered ? (
        <Button
          disabled={isBusy}
          label={words.withdraw}
          onClick={() => act(file.id, 'withdraw', words.withdrawDone)}
        />
      ) : (
        <Button
          disabled={isBusy}
          label={words.restore}
          onClick={() => act(file.id, 'restore', words.restoreDone)}
        />
      )}
    </TopToolbar>
  )
}

export const FileCreate = () => (
  <Create redirect="list" transform={withoutEmptyName}>
    <SimpleForm>
      <Fields isNew />
    </SimpleForm>
  </Create>
)

export const FileEdit = () => (
  <Edit actions={<Actions />} mutationMode="pessimistic" transform={withoutEmptyName}>
    <SimpleForm>
      <Fields />
    </SimpleForm>
  </Edit>
)
