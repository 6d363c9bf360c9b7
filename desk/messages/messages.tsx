import { DataTable } from 'react-admin'
import type { DeskMessage } from '#contract/schemas/messages.ts'
import { MESSAGE_STATES } from '#contract/sets.ts'
import { t } from '../i18n.ts'
import { choiceFilter } from '../parts/choices.tsx'
import { ActionsColumn, RowLink, TimeColumn } from '../parts/columns.tsx'
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

/** Nothing for a message without an answer. */
export const answeredMark = ({ answers }: DeskMessage) =>
  answers.length > 0 && <StateMark state="sent" text={t('messages.answered')} />

const MessageList = () => (
  <DeskList filters={filters} sort={{ field: 'created_at', order: 'DESC' }}>
    <DataTable.Col render={subjectOf} source="subject" />
    <DataTable.Col source="name" />
    <TimeColumn source="created_at" />
    <DataTable.Col disableSort render={readingOf} source="read_at" />
    <DataTable.Col disableSort render={answeredMark} source="answers" />
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
