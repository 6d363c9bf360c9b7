import {
  DataTable,
  ReferenceInput,
  type ResourceProps,
  SearchInput,
  SelectInput,
  useCreatePath,
  useRecordContext,
} from 'react-admin'
import { Link } from 'react-router'
import type { AuditEvent as Act } from '#contract/schemas/deskAudit.ts'
import { momentOf } from '../parts/ago.ts'
import { DeskList } from '../parts/DeskList.tsx'
import { DeskShow } from '../parts/DeskPages.tsx'
import { DeskTable } from '../parts/DeskTable.tsx'
import { TimeField } from '../parts/TimeField.tsx'
import { texts } from '../texts/texts.ts'
import { ChangeTable } from './ChangeTable.tsx'
import { placeOf } from './places.ts'
import { pageOf } from './references.ts'

const words = texts.acts

const places = [...Object.keys(texts.resources), ...Object.keys(words.places)]
  .map((id) => ({ id, name: placeOf(id) }))
  .sort((one, other) => one.name.localeCompare(other.name))

const filters = [
  <SearchInput alwaysOn key="q" source="q" />,
  <SelectInput alwaysOn choices={places} key="resource" label={words.where} source="resource" />,
  <ReferenceInput
    alwaysOn
    filter={{ role: ['staff', 'superuser'] }}
    key="actor_id"
    perPage={1000}
    reference="members"
    sort={{ field: 'username', order: 'ASC' }}
    source="actor_id"
  >
    <SelectInput label={words.who} optionText="username" />
  </ReferenceInput>,
]

/** What was done, in words; leads to what it has changed. */
const Done = (_props: { label?: string }) => {
  const act = useRecordContext<Act>()
  const createPath = useCreatePath()
  if (!act) return null
  return (
    <Link
      className="desk-name"
      onClick={(event) => event.stopPropagation()}
      to={createPath({ resource: 'audit', id: act.id, type: 'show' })}
    >
      {`${act.actor_name} ${words.verb(act)} ${words.record(act)}`.trim()}
    </Link>
  )
}

const Place = (_props: { label?: string }) => placeOf(useRecordContext<Act>()?.resource ?? '')

const AuditList = () => (
  <DeskList filters={filters} perPage={50} sort={{ field: 'id', order: 'DESC' }}>
    <DeskTable rowClick="show">
      <DataTable.Col label={words.when} source="at">
        <TimeField source="at" />
      </DataTable.Col>
      <DataTable.Col label={words.what} source="action">
        <Done />
      </DataTable.Col>
      <DataTable.Col label={words.where} source="resource">
        <Place />
      </DataTable.Col>
    </DeskTable>
  </DeskList>
)

type Logged = Act & { before: unknown; after: unknown }

const AuditPage = () => (
  <DeskShow actions={false} title={<Heading />}>
    <Changes />
  </DeskShow>
)

const Heading = () => {
  const act = useRecordContext<Act>()
  return act ? words.heading(act) : texts.one.audit
}

const Changes = () => {
  const act = useRecordContext<Logged>()
  const createPath = useCreatePath()
  if (!act) return null
  const { resource, action, record, at, before, after } = act
  const page = record === null ? undefined : pageOf(resource, action)
  return (
    <div className="desk-act">
      <p>
        <strong>{act.actor_name}</strong> {words.verb(act)} <strong>{words.record(act)}</strong>
      </p>
      <p className="desk-quiet">
        {placeOf(resource)} · <time dateTime={at}>{momentOf(at)}</time>
      </p>
      <h2>{words.change}</h2>
      <ChangeTable after={after} before={before} resource={resource} />
      {page && record !== null && (
        <p>
          <Link
            className="desk-plain"
            to={createPath({ resource: page[0], id: record, type: page[1] })}
          >
            {words.openRecord}
          </Link>
        </p>
      )}
    </div>
  )
}

/** Read only: there is no call that changes the log. */
export const audit: Omit<ResourceProps, 'name'> = { list: AuditList, show: AuditPage }
