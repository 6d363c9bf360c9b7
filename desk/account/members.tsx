import { DataTable, required, TextInput } from 'react-admin'
import { ACCOUNT_STATES, ROLES } from '#contract/sets.ts'
import { t } from '../i18n.ts'
import { choiceFilter } from '../parts/choices.tsx'
import { NameColumn, StateColumn, TimeColumn, WordColumn } from '../parts/columns.tsx'
import { DeskForm } from '../parts/DeskForm.tsx'
import { DeskList } from '../parts/DeskList.tsx'
import { DeskCreate } from '../parts/DeskPages.tsx'
import type { Screens } from '../parts/screens.tsx'
import { MemberPage } from './MemberPage.tsx'

const filters = [choiceFilter('role', ROLES), choiceFilter('state', [...ACCOUNT_STATES, 'overdue'])]

const MemberList = () => (
  <DeskList filters={filters} sort={{ field: 'username', order: 'ASC' }}>
    <DataTable.Col source="id" />
    <NameColumn source="username" />
    <DataTable.Col source="email" />
    <WordColumn source="role" />
    <TimeColumn isDay source="created_at" />
    <StateColumn />
  </DeskList>
)

const Invite = () => (
  <DeskCreate redirect="show">
    <DeskForm mayRemove={false} saveLabel={t('members.invite')}>
      <p className="desk-quiet">{t('members.invite_note')}</p>
      <TextInput
        autoComplete="off"
        label={t('members.name')}
        source="username"
        validate={required()}
      />
      <TextInput
        autoComplete="off"
        label={t('members.email')}
        source="email"
        type="email"
        validate={required()}
      />
    </DeskForm>
  </DeskCreate>
)

export const members = {
  list: MemberList,
  create: Invite,
  show: MemberPage,
  recordRepresentation: 'username',
} satisfies Screens
