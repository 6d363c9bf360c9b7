import { DataTable } from 'react-admin'
import type { DeskMessage } from '#contract/messages.ts'
import { MESSAGE_STATES } from '#contract/sets.ts'
import { choiceFilter } from '../parts/choices.tsx'
import { ActionsColumn, AnsweredColumn, RowLink, TimeColumn } from '../parts/columns.tsx'
import { DeskList } from '../parts/DeskList.tsx'
import { StateMark } from '../parts/StateMark.tsx'
import type { Screens } from '../parts/screens.tsx'
import { TimeField } from '../parts/TimeField.tsx'
import { MessagePage, ReadButton } from './MessagePage.tsx'

const filters = [choiceFilter('state', MESSAGE_STATES)]

const subjectOf = ({ subject, read_at: at }: DeskMessage) => (
  <RowLink>{at === null ? <strong>{subject}</strong> : subject}</RowLink>
)

const readingOf = ({ read_at: at }: DeskMessage) =>
  at === null ? <StateMark state="unread" /> : <TimeField source="read_at" />

const MessageList = () => (
  <DeskList filters={filters} sort={{ field: 'created_at', order: 'DESC' }}>
    <DataTable.Col render={subjectOf} source="subject" />
    <DataTable.Col source="name" />
    <TimeColumn source="created_at" />
    <DataTable.Col disableSort render={readingOf} source="read_at" />
    <AnsweredColumn />
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
