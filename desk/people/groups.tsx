import {
  DataTable,
  DateField,
  List,
  type ResourceProps,
  SearchInput,
  SelectInput,
} from 'react-admin'
import { DeskTable, NameLink } from '../parts/DeskTable.tsx'
import { StateMark } from '../parts/StateMark.tsx'
import { statesOf } from '../parts/states.ts'
import { texts } from '../texts.ts'
import { GroupPage } from './GroupPage.tsx'

const filters = [
  <SearchInput alwaysOn key="q" source="q" />,
  <SelectInput alwaysOn choices={statesOf('active', 'stuck')} key="state" source="state" />,
]

const GroupList = () => (
  <List empty={false} exporter={false} filters={filters} sort={{ field: 'name', order: 'ASC' }}>
    <DeskTable rowClick="show">
      <DataTable.Col source="id" />
      <DataTable.Col source="name">
        <NameLink source="name" type="show" />
      </DataTable.Col>
      <DataTable.Col disableSort label={texts.groupPage.owner} source="owner.username" />
      <DataTable.NumberCol disableSort source="size" />
      <DataTable.NumberCol disableSort source="open_invites" />
      <DataTable.Col source="created_at">
        <DateField source="created_at" />
      </DataTable.Col>
      <DataTable.Col disableSort source="state">
        <StateMark />
      </DataTable.Col>
    </DeskTable>
  </List>
)

export const groups: Omit<ResourceProps, 'name'> = {
  list: GroupList,
  show: GroupPage,
  recordRepresentation: 'name',
}
