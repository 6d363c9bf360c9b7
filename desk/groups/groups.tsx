import { DataTable, type ResourceProps, SearchInput, SelectInput } from 'react-admin'
import type { DeskGroup } from '#contract/schemas/deskGroups.ts'
import { t } from '../i18n.ts'
import { DeskList } from '../parts/DeskList.tsx'
import { DeskTable, NameLink } from '../parts/DeskTable.tsx'
import { StateMark } from '../parts/StateMark.tsx'
import { statesOf } from '../parts/states.ts'
import { TimeField } from '../parts/TimeField.tsx'
import { GroupPage } from './GroupPage.tsx'

const filters = [
  <SearchInput alwaysOn key="q" source="q" />,
  <SelectInput alwaysOn choices={statesOf('active', 'stuck')} key="state" source="state" />,
]

const NAMES_MAX = 3
const namesOf = (members: DeskGroup['members']): string => {
  const names = members.slice(0, NAMES_MAX).map(({ username }) => username)
  const more = members.length - names.length
  return more > 0 ? t('groups.and', { names: names.join(', '), more }) : names.join(', ')
}

const GroupList = () => (
  <DeskList empty={false} filters={filters} sort={{ field: 'name', order: 'ASC' }}>
    <DeskTable rowClick="show">
      <DataTable.Col source="id" />
      <DataTable.Col source="name">
        <NameLink source="name" type="show" />
      </DataTable.Col>
      <DataTable.Col disableSort label={t('groups.owner')} source="owner.username" />
      <DataTable.Col
        disableSort
        render={({ members, size }: DeskGroup) => (
          <>
            {t('groups.sized', { smart_count: size })}
            <br />
            <span className="desk-quiet">{namesOf(members)}</span>
          </>
        )}
        source="size"
      />
      <DataTable.Col
        disableSort
        render={({ open_invites }: DeskGroup) => t('groups.invited', { smart_count: open_invites })}
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
