import { DataTable } from 'react-admin'
import type { DeskMessage } from '#contract/schemas/messages.ts'
import { MESSAGE_STATES } from '#contract/sets.ts'
import { t } from '../i18n.ts'
import { choiceFilter } from '../parts/choices.tsx'
import { ActionsColumn, NameColumn, TimeColumn } from '../parts/columns.tsx'
import { DeskList } from '../parts/DeskList.tsx'
import type { Screens } from '../parts/screens.tsx'
import { MessagePage, ReadButton } from './MessagePage.tsx'

const filters = [choiceFilter('state', MESSAGE_STATES)]

const MessageList = () => (
  <DeskList filters={filters} sort={{ field: 'created_at', order: 'DESC' }}>
    <NameColumn source="subject" />
    <DataTable.Col source="name" />
    <TimeColumn source="created_at" />
    <TimeColumn disableSort emptyText="–" source="read_at" />
    <DataTable.Col
      disableSort
      render={({ answers }: DeskMessage) => (answers.length > 0 ? t('yes') : t('no'))}
      source="answers"
    />
    <ActionsColumn>
      <ReadButton />
    </ActionsColumn>
  </DeskList>
)

export const messages: Screens = {
  list: MessageList,
  show: MessagePage,
  recordRepresentation: 'subject',
}
