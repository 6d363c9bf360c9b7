import { DataTable } from 'react-admin'
import type { DeskGroup } from '#contract/groups.ts'
import { GROUP_STATES } from '#contract/sets.ts'
import { listed, t } from '../i18n.ts'
import { choiceFilter } from '../parts/choices.tsx'
import { NameColumn, StateColumn, TimeColumn } from '../parts/columns.tsx'
import { DeskList } from '../parts/DeskList.tsx'
import type { Screens } from '../parts/screens.tsx'
import { GroupPage } from './GroupPage.tsx'

const NAMES_MAX = 3

const Members = ({ members, size }: DeskGroup) => {
  const names = members.slice(0, NAMES_MAX).map(({ username }) => username)
  const more = members.length - names.length
  return (
    <>
      <span>{t('groups.sized', { smart_count: size })}</span>
      <br />
      <span className="desk-quiet">
        {more > 0 ? t('groups.and', { names: names.join(', '), more }) : listed(names)}
      </span>
    </>
  )
}

const GroupList = () => (
  <DeskList filters={[choiceFilter('state', GROUP_STATES)]} sort={{ field: 'name', order: 'ASC' }}>
    <NameColumn source="name" />
    <DataTable.Col disableSort source="owner.username" />
    <DataTable.Col disableSort render={Members} source="size" />
    <DataTable.Col
      disableSort
      render={({ open_invites: count }: DeskGroup) =>
        count > 0 && t('groups.invited', { smart_count: count })
      }
      source="open_invites"
    />
    <TimeColumn isDay source="created_at" />
    <StateColumn />
    <DataTable.Col source="id" />
  </DeskList>
)

export const groups: Screens = {
  list: GroupList,
  show: GroupPage,
  recordRepresentation: 'name',
}
