import { DataTable } from 'react-admin'
import { ACCOUNT_STATES, ROLES } from '#contract/sets.ts'
import { choiceFilter } from '../parts/choices.tsx'
import { NameColumn, StateColumn, TimeColumn } from '../parts/columns.tsx'
import { DeskList } from '../parts/DeskList.tsx'
import type { Screens } from '../parts/screens.tsx'
import { MemberPage } from './MemberPage.tsx'

const filters = [choiceFilter('role', ROLES), choiceFilter('state', [...ACCOUNT_STATES, 'overdue'])]

const MemberList = () => (
  <DeskList filters={filters} sort={{ field: 'username', order: 'ASC' }}>
    <DataTable.Col source="id" />
    <NameColumn source="username" />
    <DataTable.Col source="email" />
    <DataTable.Col source="role" />
    <TimeColumn isDay source="created_at" />
    <StateColumn />
  </DeskList>
)

export const members: Screens = {
  list: MemberList,
  show: MemberPage,
  recordRepresentation: 'username',
}
