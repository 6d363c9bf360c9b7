import { DataTable, type ResourceProps, SearchInput, SelectInput } from 'react-admin'
import type { DeskMessage } from '#contract/schemas/deskMessages.ts'
import { t } from '../i18n.ts'
import { DeskList } from '../parts/DeskList.tsx'
import { DeskTable, NameLink } from '../parts/DeskTable.tsx'
import { statesOf } from '../parts/states.ts'
import { TimeField } from '../parts/TimeField.tsx'
import { MessagePage } from './MessagePage.tsx'
import { ReadMark } from './ReadMark.tsx'

const filters = [
  <SearchInput alwaysOn key="q" source="q" />,
  <SelectInput alwaysOn choices={statesOf('unread', 'read')} key="state" source="state" />,
]

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
      <DataTable.Col
        disableSort
        render={({ answers }: DeskMessage) => (answers.length > 0 ? t('yes') : t('no'))}
        source="answers"
      />
      <DataTable.Col disableSort label={t('actions')}>
        <ReadMark />
      </DataTable.Col>
    </DeskTable>
  </DeskList>
)

export const messages: Omit<ResourceProps, 'name'> = {
  list: MessageList,
  show: MessagePage,
  recordRepresentation: 'subject',
}
