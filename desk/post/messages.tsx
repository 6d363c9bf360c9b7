import {
  Button,
  DataTable,
  DateField,
  EmailField,
  List,
  type ResourceProps,
  SearchInput,
  SelectInput,
  Show,
  SimpleShowLayout,
  TextField,
  useRecordContext,
} from 'react-admin'
import { statesOf } from '../parts/states.ts'
import { useAct } from '../parts/useAct.ts'
import { texts } from '../texts.ts'

const words = texts.messages

const filters = [
  <SearchInput alwaysOn key="q" source="q" />,
  <SelectInput alwaysOn choices={statesOf('unread', 'read')} key="state" source="state" />,
]

const Mark = () => {
  const message = useRecordContext()
  const { act, isBusy } = useAct('messages')
  if (!message) return null
  const isRead = message.read_at !== null
  return (
    <Button
      disabled={isBusy}
      label={isRead ? words.unread : words.read}
      onClick={(event) => {
        event.stopPropagation()
        void act(message.id, isRead ? 'unread' : 'read', words.done)
      }}
    />
  )
}

const MessageList = () => (
  <List
    empty={false}
    exporter={false}
    filters={filters}
    sort={{ field: 'created_at', order: 'DESC' }}
  >
    <DataTable bulkActionButtons={false} rowClick="show">
      <DataTable.Col source="subject" />
      <DataTable.Col source="name" />
      <DataTable.Col source="created_at">
        <DateField showTime source="created_at" />
      </DataTable.Col>
      <DataTable.Col disableSort source="read_at">
        <DateField emptyText="–" showTime source="read_at" />
      </DataTable.Col>
      <DataTable.Col disableSort label={texts.actions}>
        <Mark />
      </DataTable.Col>
    </DataTable>
  </List>
)

const MessagePage = () => (
  <Show actions={false}>
    <SimpleShowLayout>
      <TextField source="subject" />
      <TextField source="name" />
      <EmailField source="email" />
      <DateField showTime source="created_at" />
      <TextField className="desk-text" source="message" />
      <Mark />
    </SimpleShowLayout>
  </Show>
)

export const messages: Omit<ResourceProps, 'name'> = {
  list: MessageList,
  show: MessagePage,
  recordRepresentation: 'subject',
}
