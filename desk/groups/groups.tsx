import { DataTable, type ResourceProps, SearchInput, SelectInput } from 'react-admin'
import type { DeskGroup } from '#contract/schemas/deskGroups.ts'
import { DeskList } from '../parts/DeskList.tsx'
import { DeskTable, NameLink } from '../parts/DeskTable.tsx'
import { StateMark } from '../parts/StateMark.tsx'
import { statesOf } from '../parts/states.ts'
import { TimeField } from '../parts/TimeField.tsx'
import { texts } from '../texts/texts.ts'
import { GroupPage } from './GroupPage.tsx'
import { groupWords } from './groupWords.ts'

const words = texts.groupPage

const filters = [
  <SearchInput alwaysOn key="q" source="q" />,
  <SelectInput alwaysOn choices={statesOf('active', 'stuck')} key="state" source="state" />,
]

const NAMES_MAX = 3
const namesOf = (members: DeskGroup['members']): string => {
  const names = members.slice(0, NAMES_MAX).map(({ username }) => username)
  const more = members.length - names.length
  return more > 0 ? groupWords.and(names.join(', '), more) : names.join(', ')
}

const GroupList = () => (
  <DeskList empty={false} filters={filters} sort={{ field: 'name', order: 'ASC' }}>
    <DeskTable rowClick="show">
      <DataTable.Col source="id" />
      <DataTable.Col source="name">
        <NameLink source="name" type="show" />
      </DataTable.Col>
      <DataTable.Col disableSort label={words.owner} source="owner.username" />
      <DataTable.Col
        disableSort
        label={words.size}
        render={({ members, size }: DeskGroup) => (
          <>
            {words.sized(size)}
            <br />
            <span className="desk-quiet">{namesOf(members)}</span>
          </>
        )}
        source="size"
      />
      <DataTable.Col
        disableSort
        label={words.invites}
        render={({ open_invites }: DeskGroup) => words.invited(open_invites)}
        source="open_invites"
      />
      <DataTable.Col source="created_at">
        <TimeField isDay source="created_at" />
      </DataTable.Col>
      <DataTable.Col disableSort source="state">
        <StateMark />
      </DataTable.Col>
    </DeskTable>
  </DeskList>
)

export const groups: Omit<ResourceProps, 'name'> = {
  list: GroupList,
  show: GroupPage,
  recordRepresentation: 'name',
}
