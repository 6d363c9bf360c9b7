import { styled } from '@mui/material/styles'
import {
  DataTable,
  SelectInput,
  useCreatePath,
  useRecordContext,
  useResourceDefinitions,
} from 'react-admin'
import { Link } from 'react-router'
import type { AuditEvent, AuditRow } from '#contract/audit.ts'
import { DESK_ROLES } from '#contract/sets.ts'
import { deskLocale, deskResources, resourceName, t } from '../i18n.ts'
import { actorOf, headingOf, placeOf, sentenceOf } from '../parts/auditSentences.ts'
import { ALL } from '../parts/choices.tsx'
import { RowLink, TimeColumn } from '../parts/columns.tsx'
import { DeskList } from '../parts/DeskList.tsx'
import { DeskShow } from '../parts/DeskPages.tsx'
import { EventText } from '../parts/EventText.tsx'
import { ReferenceSelect } from '../parts/ReferenceSelect.tsx'
import type { Screens } from '../parts/screens.tsx'
import { momentOf } from '../parts/times.ts'
import { SMALL } from '../theme/shared.ts'
import { ChangeTable } from './ChangeTable.tsx'

const places = [...deskResources, 'session', 'second-factor', 'uploads']
  .map((id) => ({ id, name: placeOf(id) }))
  .sort((one, other) => one.name.localeCompare(other.name, deskLocale()))

const filters = [
  <SelectInput alwaysOn {...ALL} choices={places} key="resource" source="resource" />,
  <ReferenceSelect
    isFilter
    alwaysOn
    filter={{ role: DESK_ROLES }}
    key="actor_id"
    reference="members"
    sort={{ field: 'username', order: 'ASC' }}
    source="actor_id"
  />,
]

const AuditList = () => (
  <DeskList filters={filters} perPage={50} sort={{ field: 'id', order: 'DESC' }}>
    <TimeColumn source="at" />
    <DataTable.Col
      render={(event: AuditEvent) => <RowLink>{sentenceOf(event)}</RowLink>}
      source="action"
    />
    <DataTable.Col render={({ resource }: AuditEvent) => placeOf(resource)} source="resource" />
  </DeskList>
)

const Heading = () => {
  const event = useRecordContext<AuditEvent>()
  return <span>{event ? headingOf(event) : resourceName('audit', 1)}</span>
}

const Changes = () => {
  const event = useRecordContext<AuditRow>()
  if (!event) return null
  const { resource, at, before, after } = event
  return (
    <Event>
      <p>
        <EventText actor={<strong>{actorOf(event)}</strong>} event={event} />
      </p>
      <p className="desk-quiet">
        <span>{placeOf(resource)}</span> · <time dateTime={at}>{momentOf(at)}</time>
      </p>
      <h2>{t('audit.change')}</h2>
      <ChangeTable after={after} before={before} resource={resource} />
      <RecordLink event={event} />
    </Event>
  )
}

const Event = styled('div')({ padding: '8px 24px 24px', [SMALL]: { padding: '8px 16px 16px' } })

/** A deleted record has no page, and neither has one of a resource that is only a list. */
const RecordLink = ({ event: { resource, action, record } }: { event: AuditEvent }) => {
  const createPath = useCreatePath()
  const owner = resource === 'review' ? 'glossary-entries' : resource
  const { hasEdit, hasShow } = useResourceDefinitions()[owner] ?? {}
  if (record === null || action === 'remove' || !(hasEdit || hasShow)) return null
  return (
    <p>
      <Link
        className="desk-plain"
        to={createPath({ resource: owner, id: record, type: hasEdit ? 'edit' : 'show' })}
      >
        {t('audit.open_record')}
      </Link>
    </p>
  )
}

/** Read only: there is no call that changes the log. */
export const audit: Screens = {
  list: AuditList,
  show: () => (
    <DeskShow title={<Heading />}>
      <Changes />
    </DeskShow>
  ),
}
