import { DataTable, FunctionField, ReferenceField, SearchInput } from 'react-admin'
import { t } from '../i18n.ts'
import { DeskList } from '../parts/DeskList.tsx'
import { DeskTable, NameLink } from '../parts/DeskTable.tsx'
import { MoveButtons } from '../parts/MoveButtons.tsx'
import { ParentInput } from '../parts/ParentInput.tsx'

const filters = [
  <SearchInput alwaysOn key="q" source="q" />,
  <ParentInput
    alwaysOn
    key="category_id"
    label={t('fields.category')}
    reference="download-categories"
    source="category_id"
    text="title"
  />,
]

export const FileList = () => (
  <DeskList filters={filters} perPage={50} sort={{ field: 'position', order: 'ASC' }}>
    <DeskTable rowClick="edit">
      <DataTable.Col source="display_name">
        <NameLink source="display_name" />
      </DataTable.Col>
      <DataTable.Col label={t('fields.category')} source="category_id">
        <ReferenceField link={false} reference="download-categories" source="category_id" />
      </DataTable.Col>
      <DataTable.Col source="download_file_name" />
      <DataTable.Col source="size">
        <FunctionField render={({ size }: { size: number }) => inMegabytes(size)} />
      </DataTable.Col>
      <DataTable.Col label={t('fields.offered')} source="withdrawn_at">
        <FunctionField
          render={({ withdrawn_at: at }: { withdrawn_at: string | null }) =>
            at === null ? t('yes') : t('no')
          }
        />
      </DataTable.Col>
      <DataTable.Col disableSort label={t('order.label')}>
        <MoveButtons within={['category_id']} />
      </DataTable.Col>
    </DeskTable>
  </DeskList>
)

const inMegabytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(2)} MB`
