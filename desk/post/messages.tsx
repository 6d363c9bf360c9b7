import {
  DataTable,
  EmailField,
  type ResourceProps,
  SearchInput,
  SelectInput,
  SimpleShowLayout,
  TextField,
  useRecordContext,
} from 'react-admin'
import { ActButton } from '../parts/ActButton.tsx'
import { DeskList } from '../parts/DeskList.tsx'
import { DeskShow } from '../parts/DeskPages.tsx'
import { DeskTable, NameLink } from '../parts/DeskTable.tsx'
import { statesOf } from '../parts/states.ts'
import { TimeField } from '../parts/TimeField.tsx'
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
    <ActButton
      disabled={isBusy}
      onClick={() => act(message.id, isRead ? 'unread' : 'read', words.done)}
    >
      {isRead ? words.unread : words.read}
    </ActButton>
  )
}

const MessageList = () => (
  <DeskList empty={false} filters={filters} sort={{ field: 'created_at', order: 'DESC' }}>
    <DeskTable rowClick="show">
      <DataTable.Col source="subject">
        <NameLink source="subject" type="show" />
      </DataTable.Col>
      <DataTable.Col source="name" />
      <DataTable.Col source="created_at">
        <TimeField source="created_at" />
      </DataTable.Col>
      <DataTable.Col disableSort source="read_at">
        <TimeField emptyText="–" source="read_at" />
      </DataTable.Col>
      <DataTable.Col disableSort label={texts.actions}>
        <Mark />
      </DataTable.Col>
    </DeskTable>
  </DeskList>
)

const MessagePage = () => (
  <DeskShow actions={false}>
    <SimpleShowLayout>
      <TextField source="subject" />
      <TextField source="name" />
      <EmailField source="email" />
      <TimeField source="created_at" />
      <TextField className="desk-text" source="message" />
      <Mark />
    </SimpleShowLayout>
  </DeskShow>
)

export const messages: Omit<ResourceProps, 'name'> = {
  list: MessageList,
  show: MessagePage,
  recordRepresentation: 'subject',
}
