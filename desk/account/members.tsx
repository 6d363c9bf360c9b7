import { DataTable, type ResourceProps, SearchInput, SelectInput } from 'react-admin'
import { DeskList } from '../parts/DeskList.tsx'
import { DeskTable, NameLink } from '../parts/DeskTable.tsx'
import { StateMark } from '../parts/StateMark.tsx'
import { statesOf } from '../parts/states.ts'
import { TimeField } from '../parts/TimeField.tsx'
import { MemberPage } from './MemberPage.tsx'

const filters = [
  <SearchInput alwaysOn key="q" source="q" />,
  <SelectInput
    alwaysOn
    choices={statesOf('player', 'staff', 'superuser')}
    key="role"
    source="role"
  />,
  <SelectInput
    alwaysOn
    choices={statesOf('registered', 'active', 'deactivated')}
    key="state"
    source="state"
  />,
]

const MemberList = () => (
  <DeskList filters={filters} sort={{ field: 'username', order: 'ASC' }}>
    <DeskTable rowClick="show">
      <DataTable.Col source="id" />
      <DataTable.Col source="username">
        <NameLink source="username" type="show" />
      </DataTable.Col>
      <DataTable.Col source="email" />
      <DataTable.Col source="role" />
      <DataTable.Col source="created_at">
        <TimeField isDay source="created_at" />
      </DataTable.Col>
      <DataTable.Col disableSort source="state">
        <StateMark />
      </DataTable.Col>
    </DeskTable>
  </DeskList>
)

export const members: Omit<ResourceProps, 'name'> = {
  list: MemberList,
  show: MemberPage,
  recordRepresentation: 'username',
}
