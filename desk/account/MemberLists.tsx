import { DataTable, Pagination, ReferenceManyField, type SortPayload } from 'react-admin'
import { Link } from 'react-router'
import type { AuditEvent } from '#contract/audit.ts'
import type { DeskGroup } from '#contract/groups.ts'
import type { DeskRegistration } from '#contract/registration.ts'
import { type DeskResource, t } from '../i18n.ts'
import { placeOf, sentenceOf } from '../parts/auditSentences.ts'
import { AnsweredColumn, NameColumn, RowLink, StateColumn, TimeColumn } from '../parts/columns.tsx'
import type { Elements } from '../parts/elements.ts'

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

export const Groups = () => (
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

export const Entries = () => (
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

export const Seats = () => (
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

export const Messages = () => (
  <Rows reference="messages" sort={{ field: 'created_at', order: 'DESC' }}>
    <NameColumn source="subject" />
    <TimeColumn source="created_at" />
    <AnsweredColumn />
  </Rows>
)

/** What was done to the account, and what its member did at the desk. */
export const Acts = () => (
  <Rows reference="audit" sort={{ field: 'id', order: 'DESC' }}>
    <TimeColumn source="at" />
    <DataTable.Col
      render={(event: AuditEvent) => <RowLink>{sentenceOf(event)}</RowLink>}
      source="action"
    />
    <DataTable.Col render={({ resource }: AuditEvent) => placeOf(resource)} source="resource" />
  </Rows>
)
