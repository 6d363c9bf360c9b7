import {
  DataTable,
  DateField,
  List,
  type ResourceProps,
  SearchInput,
  SelectInput,
  useRecordContext,
} from 'react-admin'
import { ActButton } from '../parts/ActButton.tsx'
import { DeskTable } from '../parts/DeskTable.tsx'
import { StateMark } from '../parts/StateMark.tsx'
import { statesOf } from '../parts/states.ts'
import { useAct } from '../parts/useAct.ts'
import { texts } from '../texts.ts'

const filters = [
  <SearchInput alwaysOn key="q" source="q" />,
  <SelectInput alwaysOn choices={statesOf('waiting', 'sent', 'dead')} key="state" source="state" />,
]

const Retry = () => {
  const mail = useRecordContext()
  const { act, isBusy } = useAct('outbox')
  if (mail?.state !== 'dead') return null
  return (
    <ActButton disabled={isBusy} onClick={() => act(mail.id, 'retry', texts.outbox.done)}>
      {texts.outbox.retry}
    </ActButton>
  )
}

const OutboxList = () => (
  <List empty={false} exporter={false} filters={filters} sort={{ field: 'id', order: 'DESC' }}>
    <DeskTable rowClick={false}>
      <DataTable.Col source="id" />
      <DataTable.Col source="kind" />
      <DataTable.Col source="recipient" />
      <DataTable.Col source="created_at">
        <DateField showTime source="created_at" />
      </DataTable.Col>
      <DataTable.NumberCol source="attempts" />
      <DataTable.Col disableSort source="last_error" />
      <DataTable.Col disableSort source="state">
        <StateMark />
      </DataTable.Col>
      <DataTable.Col disableSort label={texts.actions}>
        <Retry />
      </DataTable.Col>
    </DeskTable>
  </List>
)

export const outbox: Omit<ResourceProps, 'name'> = { list: OutboxList }
