import { DataTable } from 'react-admin'
import type { DeskDownloadFile } from '#contract/schemas/downloads.ts'
import { t } from '../i18n.ts'
import { NameColumn, OrderColumn, ReferenceColumn } from '../parts/columns.tsx'
import { DeskList } from '../parts/DeskList.tsx'
import { ReferenceSelect } from '../parts/ReferenceSelect.tsx'
import { editableScreens, namedScreens } from '../parts/screens.tsx'
import { FileActions, FileFields, withoutEmptyName } from './FileForm.tsx'

const category = { reference: 'download-categories', source: 'category_id' }
const filters = [<ReferenceSelect isFilter alwaysOn key="category" {...category} />]

const FileList = () => (
  <DeskList filters={filters} perPage={50} sort={{ field: 'position', order: 'ASC' }}>
    <NameColumn source="display_name" />
    <ReferenceColumn {...category} />
    <DataTable.Col source="download_file_name" />
    <DataTable.Col
      render={({ size }: DeskDownloadFile) => `${(size / 1024 / 1024).toFixed(2)} MB`}
      source="size"
    />
    <DataTable.Col
      render={({ withdrawn_at: at }: DeskDownloadFile) => (at === null ? t('yes') : t('no'))}
      source="withdrawn_at"
    />
    <OrderColumn within={['category_id']} />
  </DeskList>
)

export const downloadCategories = namedScreens({ name: 'title' })
export const downloadFiles = editableScreens({
  list: FileList,
  name: 'display_name',
  fields: <FileFields />,
  onEdit: <FileActions />,
  transform: withoutEmptyName,
})
