import {
  DataTable,
  Pagination,
  ReferenceManyField,
  required,
  type SortPayload,
  TextInput,
  Title,
  usePermissions,
} from 'react-admin'
import { Link, useSearchParams } from 'react-router'
import type { AuditEvent } from '#contract/audit.ts'
import type { DeskRole } from '#contract/desk.ts'
import type { DeskGroup } from '#contract/groups.ts'
import type { DeskRegistration } from '#contract/registration.ts'
import { ACCOUNT_STATES, ROLES } from '#contract/sets.ts'
import { type DeskResource, resourceName, t } from '../i18n.ts'
import { placeOf, sentenceOf } from '../parts/auditSentences.ts'
import { choiceFilter } from '../parts/choices.tsx'
import {
  AnsweredColumn,
  NameColumn,
  RowLink,
  StateColumn,
  TimeColumn,
  WordColumn,
} from '../parts/columns.tsx'
import { DeskForm } from '../parts/DeskForm.tsx'
import { DeskList } from '../parts/DeskList.tsx'
import { DeskCreate, DeskShow } from '../parts/DeskPages.tsx'
import type { Elements } from '../parts/elements.ts'
import { LookUp } from '../parts/LookUp.tsx'
import { PageBody } from '../parts/PageFrame.tsx'
import type { Screens } from '../parts/screens.tsx'
import { TabStrip } from '../parts/TabStrip.tsx'
import { AccountTab } from './AccountTab.tsx'

/* Rows of other resources about one member. */

type Props = {
  reference: DeskResource
  /** Filter of the list that takes the id of the member. */
  target?: string
  sort: SortPayload
  rowClick?: 'edit' | 'show' | false
  children: Elements
}

const Rows = ({ reference, target = 'member_id', sort, rowClick = 'show', children }: Props) => (
  <ReferenceManyField pagination={<Pagination />} reference={reference} sort={sort} target={target}>
    <DataTable
      bulkActionButtons={false}
      empty={<p className="desk-quiet">{t('empty')}</p>}
      rowClick={rowClick}
    >
      {children}
    </DataTable>
  </ReferenceManyField>
)

const Groups = () => (
  <Rows reference="groups" sort={{ field: 'name', order: 'ASC' }}>
    <NameColumn source="name" />
    <DataTable.Col disableSort source="owner.username" />
    <DataTable.Col
      disableSort
      render={({ size }: DeskGroup) => t('groups.sized', { smart_count: size })}
      source="size"
    />
    <StateColumn />
  </Rows>
)

const Entries = () => (
  <Rows
    reference="glossary-entries"
    rowClick="edit"
    sort={{ field: 'created_at', order: 'DESC' }}
    target="created_by"
  >
    <NameColumn source="title" />
    <TimeColumn source="created_at" />
    <StateColumn />
  </Rows>
)

const Seats = () => (
  <Rows
    reference="registrations"
    rowClick={false}
    sort={{ field: 'queued_at', order: 'DESC' }}
    target="user_id"
  >
    <DataTable.Col
      disableSort
      render={({ content_id, event }: DeskRegistration) => (
        <Link className="desk-name" to={`/contents/${content_id}`}>
          {event}
        </Link>
      )}
      source="event"
    />
    <TimeColumn source="queued_at" />
    <StateColumn />
    <TimeColumn source="attended_at" />
  </Rows>
)

const Messages = () => (
  <Rows reference="messages" sort={{ field: 'created_at', order: 'DESC' }}>
    <NameColumn source="subject" />
    <TimeColumn source="created_at" />
    <AnsweredColumn />
  </Rows>
)

/** What was done to the account, and what its member did at the desk. */
const Acts = () => (
  <Rows reference="audit" sort={{ field: 'id', order: 'DESC' }}>
    <TimeColumn source="at" />
    <DataTable.Col
      render={(event: AuditEvent) => <RowLink>{sentenceOf(event)}</RowLink>}
      source="action"
    />
    <DataTable.Col render={({ resource }: AuditEvent) => placeOf(resource)} source="resource" />
  </Rows>
)

/** Only the open tab is fetched: reading messages and seats is logged. */
const TABS = {
  account: AccountTab,
  groups: Groups,
  entries: Entries,
  seats: Seats,
  messages: Messages,
  acts: Acts,
}
const NAMES = Object.keys(TABS) as (keyof typeof TABS)[]

const Tabs = () => {
  const [params] = useSearchParams()
  const open = NAMES.find((name) => name === params.get('tab')) ?? 'account'
  const Content = TABS[open]
  return (
    <PageBody>
      <TabStrip aria-label={t('members.about')}>
        {NAMES.map((name) => (
          <Link
            aria-current={name === open ? 'page' : undefined}
            className={name === open ? 'active' : undefined}
            key={name}
            to={{ search: name === 'account' ? '' : `?tab=${name}` }}
          >
            {t(`members.tabs.${name}`)}
          </Link>
        ))}
      </TabStrip>
      <Content />
    </PageBody>
  )
}

export const MemberPage = () => (
  <DeskShow>
    <Tabs />
  </DeskShow>
)

const filters = [choiceFilter('role', ROLES), choiceFilter('state', [...ACCOUNT_STATES, 'overdue'])]

const MemberList = () => (
  <DeskList filters={filters} sort={{ field: 'username', order: 'ASC' }}>
    <NameColumn source="username" />
    <DataTable.Col source="email" />
    <WordColumn source="role" />
    <TimeColumn isDay source="created_at" />
    <StateColumn />
    <DataTable.Col source="id" />
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

/** Staff who are no superusers have no list. Nothing is shown before the role is known. */
const Members = () => {
  const { permissions } = usePermissions<DeskRole | null>()
  if (permissions === undefined) return null
  if (permissions === 'superuser') return <MemberList />
  return (
    <div className="desk-card">
      <Title title={resourceName('members')} />
      <LookUp />
    </div>
  )
}

export const members = {
  list: Members,
  create: Invite,
  show: MemberPage,
  recordRepresentation: 'username',
} satisfies Screens
