import { DataTable, FunctionField, required, SearchInput, TextInput } from 'react-admin'
import { DeskForm } from '../parts/DeskForm.tsx'
import { DeskList } from '../parts/DeskList.tsx'
import { DeskCreate, DeskEdit } from '../parts/DeskPages.tsx'
import { DeskTable, NameLink } from '../parts/DeskTable.tsx'
import { MoveButtons } from '../parts/MoveButtons.tsx'
import { RowMenu } from '../parts/RowMenu.tsx'
import { UploadInput } from '../parts/UploadInput.tsx'
import { texts } from '../texts/texts.ts'

const words = texts.videos
type Row = { captions_url: string | null }

export const VideoList = () => (
  <DeskList
    filters={[<SearchInput alwaysOn key="q" source="q" />]}
    sort={{ field: 'position', order: 'ASC' }}
  >
    <DeskTable rowClick="edit">
      <DataTable.Col source="title">
        <NameLink source="title" />
      </DataTable.Col>
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
        <RowMenu />
      </DataTable.Col>
    </DeskTable>
  </DeskList>
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
      purpose="webm"
      current="webm_url"
      label={words.webm}
      mayRemove
      source="webm_upload"
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
  <DeskCreate redirect="list">
    <DeskForm>
      <Fields isNew />
    </DeskForm>
  </DeskCreate>
)

export const VideoEdit = () => (
  <DeskEdit>
    <DeskForm>
      <Fields />
    </DeskForm>
  </DeskEdit>
)
