import { DataTable, ReferenceField, SearchInput, SelectInput } from 'react-admin'
import { t } from '../i18n.ts'
import { DeskList } from '../parts/DeskList.tsx'
import { DeskTable, NameLink } from '../parts/DeskTable.tsx'
import { ParentInput } from '../parts/ParentInput.tsx'
import { RowMenu } from '../parts/RowMenu.tsx'
import { StateMark } from '../parts/StateMark.tsx'
import { statesOf } from '../parts/states.ts'
import { TimeField } from '../parts/TimeField.tsx'

const filters = [
  <SearchInput alwaysOn key="q" source="q" />,
  <SelectInput
    alwaysOn
    choices={statesOf('pending', 'approved', 'rejected')}
    key="state"
    source="state"
  />,
  <ParentInput
    alwaysOn
    key="type_id"
    label={t('fields.type')}
    reference="glossary-types"
    source="type_id"
    text="name"
  />,
]

export const GlossaryList = () => (
  <DeskList filters={filters} sort={{ field: 'title', order: 'ASC' }}>
    <DeskTable rowClick="edit">
      <DataTable.Col source="title">
        <NameLink source="title" />
      </DataTable.Col>
      <DataTable.Col disableSort label={t('fields.type')} source="type_id">
        <ReferenceField link={false} reference="glossary-types" source="type_id" />
      </DataTable.Col>
      <DataTable.Col disableSort label={t('fields.author')} source="created_by.username" />
      <DataTable.Col source="created_at">
        <TimeField isDay source="created_at" />
      </DataTable.Col>
      <DataTable.Col disableSort source="state">
        <StateMark />
      </DataTable.Col>
      <DataTable.Col disableSort label={t('actions')}>
        <RowMenu />
      </DataTable.Col>
    </DeskTable>
  </DeskList>
)
