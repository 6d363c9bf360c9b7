import {
  Create,
  DataTable,
  DeleteButton,
  Edit,
  FunctionField,
  List,
  required,
  SearchInput,
  TextInput,
} from 'react-admin'
import { DeskForm } from '../parts/DeskForm.tsx'
import { MoveButtons } from '../parts/MoveButtons.tsx'
import { UploadInput } from '../parts/UploadInput.tsx'
import { texts } from '../texts.ts'

const words = texts.videos
type Row = { captions_url: string | null }

export const VideoList = () => (
  <List
    exporter={false}
    filters={[<SearchInput alwaysOn key="q" source="q" />]}
    sort={{ field: 'position', order: 'ASC' }}
  >
    <DataTable bulkActionButtons={false} rowClick="edit">
      <DataTable.Col source="title" />
      <DataTable.Col disableSort label={words.captions}>
        <FunctionField<Row & { id: number }>
          render={({ captions_url: url }) => (url === null ? texts.no : texts.yes)}
        />
      </DataTable.Col>
      <DataTable.NumberCol source="position" />
      <DataTable.Col disableSort label={texts.order.label}>
        <MoveButtons />
      </DataTable.Col>
      <DataTable.Col disableSort label={texts.actions}>
        <DeleteButton mutationMode="pessimistic" redirect={false} />
      </DataTable.Col>
    </DataTable>
  </List>
)

const Fields = ({ isNew = false }: { isNew?: boolean }) => (
  <>
    <TextInput source="title" validate={required(texts.required)} />
    <UploadInput
      purpose="video"
      current="file_url"
      isRequired={isNew}
      label={words.film}
      source="file_upload"
    />
    <UploadInput
      purpose="captions"
      current="captions_url"
      label={words.captionsFile}
      mayRemove
      source="captions_upload"
    />
    <UploadInput
      purpose="picture"
      current="poster_url"
      label={words.poster}
      mayRemove
      source="poster_upload"
    />
  </>
)

export const VideoCreate = () => (
  <Create redirect="list">
    <DeskForm>
      <Fields isNew />
    </DeskForm>
  </Create>
)

export const VideoEdit = () => (
  <Edit mutationMode="pessimistic">
    <DeskForm>
      <Fields />
    </DeskForm>
  </Edit>
)
