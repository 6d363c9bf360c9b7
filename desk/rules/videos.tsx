import { DataTable, FunctionField, required, SearchInput, TextInput } from 'react-admin'
import { t } from '../i18n.ts'
import { DeskForm } from '../parts/DeskForm.tsx'
import { DeskList } from '../parts/DeskList.tsx'
import { DeskCreate, DeskEdit } from '../parts/DeskPages.tsx'
import { DeskTable, NameLink } from '../parts/DeskTable.tsx'
import { MoveButtons } from '../parts/MoveButtons.tsx'
import { RowMenu } from '../parts/RowMenu.tsx'
import { UploadInput } from '../parts/UploadInput.tsx'

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
      <DataTable.Col disableSort label={t('videos.captions')}>
        <FunctionField<Row & { id: number }>
          render={({ captions_url: url }) => (url === null ? t('no') : t('yes'))}
        />
      </DataTable.Col>
      <DataTable.NumberCol source="position" />
      <DataTable.Col disableSort label={t('order.label')}>
        <MoveButtons />
      </DataTable.Col>
      <DataTable.Col disableSort label={t('actions')}>
        <RowMenu />
      </DataTable.Col>
    </DeskTable>
  </DeskList>
)

const Fields = ({ isNew = false }: { isNew?: boolean }) => (
  <>
    <TextInput source="title" validate={required(t('ra.validation.required'))} />
    <UploadInput
      purpose="video"
      current="file_url"
      isRequired={isNew}
      label={t('videos.film')}
      source="file_upload"
    />
    <UploadInput
      purpose="webm"
      current="webm_url"
      label={t('videos.webm')}
      mayRemove
      source="webm_upload"
    />
    <UploadInput
      purpose="captions"
      current="captions_url"
      label={t('videos.captions_file')}
      mayRemove
      source="captions_upload"
    />
    <UploadInput
      purpose="picture"
      current="poster_url"
      label={t('videos.poster')}
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
