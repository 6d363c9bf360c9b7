import { DataTable, SearchInput, SelectInput, ShowButton } from 'react-admin'
import { t } from '../i18n.ts'
import { DeskList } from '../parts/DeskList.tsx'
import { DeskTable, NameLink } from '../parts/DeskTable.tsx'
import { StateMark } from '../parts/StateMark.tsx'
import { statesOf } from '../parts/states.ts'
import { TimeField } from '../parts/TimeField.tsx'

const states = ['draft', 'scheduled', 'published', 'unpublished', 'cancelled'] as const
const filters = [
  <SearchInput alwaysOn key="q" source="q" />,
  <SelectInput alwaysOn choices={statesOf('news', 'event')} key="kind" source="kind" />,
  <SelectInput alwaysOn choices={statesOf(...states)} key="state" source="state" />,
]

export const ContentList = () => (
  <DeskList filters={filters} sort={{ field: 'id', order: 'DESC' }}>
    <DeskTable rowClick="edit">
      <DataTable.Col source="id" />
      <DataTable.Col source="kind" />
      <DataTable.Col source="title">
        <NameLink source="title" />
      </DataTable.Col>
      <DataTable.Col source="publish_at">
        <TimeField source="publish_at" />
      </DataTable.Col>
      <DataTable.Col source="starts_at">
        <TimeField source="starts_at" />
      </DataTable.Col>
      <DataTable.Col disableSort source="state">
        <StateMark />
      </DataTable.Col>
      <DataTable.Col disableSort label={t('actions')}>
        <ShowButton label={t('contents.preview')} />
      </DataTable.Col>
    </DeskTable>
  </DeskList>
)
