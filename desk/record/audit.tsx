import {
  DataTable,
  DateField,
  FunctionField,
  List,
  NumberInput,
  type RaRecord,
  type ResourceProps,
  ShowButton,
  SimpleShowLayout,
  TextField,
  TextInput,
} from 'react-admin'
import { DeskShow } from '../parts/DeskPages.tsx'
import { DeskTable } from '../parts/DeskTable.tsx'
import { texts } from '../texts.ts'

const filters = [
  <TextInput alwaysOn key="resource" source="resource" />,
  <TextInput alwaysOn key="action" source="action" />,
  <TextInput alwaysOn key="record" source="record" />,
  <NumberInput key="actor_id" source="actor_id" />,
]

const AuditList = () => (
  <List exporter={false} filters={filters} perPage={50} sort={{ field: 'id', order: 'DESC' }}>
    <DeskTable rowClick="show">
      <DataTable.Col source="at">
        <DateField showTime source="at" />
      </DataTable.Col>
      <DataTable.Col label={texts.fields.decidedBy} source="actor_name" />
      <DataTable.Col source="resource" />
      <DataTable.Col source="action" />
      <DataTable.Col source="record" />
      <DataTable.Col disableSort label={texts.actions}>
        <ShowButton label={texts.look} />
      </DataTable.Col>
    </DeskTable>
  </List>
)

const Json = ({ source }: { source: 'before' | 'after' }) => (
  <FunctionField<RaRecord>
    render={(row) => <pre className="desk-json">{JSON.stringify(row[source], null, 2)}</pre>}
    source={source}
  />
)

const AuditPage = () => (
  <DeskShow actions={false}>
    <SimpleShowLayout>
      <DateField showTime source="at" />
      <TextField label={texts.fields.decidedBy} source="actor_name" />
      <TextField source="resource" />
      <TextField source="action" />
      <TextField source="record" />
      <Json source="before" />
      <Json source="after" />
    </SimpleShowLayout>
  </DeskShow>
)

/** Read only: there is no call that changes the log. */
export const audit: Omit<ResourceProps, 'name'> = { list: AuditList, show: AuditPage }
