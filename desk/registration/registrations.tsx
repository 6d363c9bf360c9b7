import { DataTable, ReferenceInput, SelectInput } from 'react-admin'
import type { DeskRegistration } from '#contract/schemas/registration.ts'
import { REGISTRATION_STATES } from '#contract/sets.ts'
import { choiceFilter } from '../parts/choices.tsx'
import { ActionsColumn, StateColumn, TimeColumn } from '../parts/columns.tsx'
import { DeskList } from '../parts/DeskList.tsx'
import type { Screens } from '../parts/screens.tsx'
import { RowActions } from './RowActions.tsx'

const EVENTS_MAX = 100

const eventFilter = (
  <ReferenceInput
    alwaysOn
    filter={{ kind: 'event' }}
    key="content_id"
    perPage={EVENTS_MAX}
    reference="contents"
    sort={{ field: 'starts_at', order: 'DESC' }}
    source="content_id"
  >
    <SelectInput optionText="title" />
  </ReferenceInput>
)

const Answers = ({ answers }: DeskRegistration) => (
  <>
    {answers
      .filter(({ answer }) => answer !== '')
      .map(({ question, answer }) => (
        <p className="desk-text" key={question}>
          <span className="desk-quiet">{question}</span> <span>{answer}</span>
        </p>
      ))}
  </>
)

const RegistrationList = () => (
  <DeskList
    filters={[eventFilter, choiceFilter('state', REGISTRATION_STATES)]}
    perPage={50}
    sort={{ field: 'queued_at', order: 'ASC' }}
  >
    <DataTable.Col disableSort source="user.username" />
    <DataTable.Col disableSort source="event" />
    <TimeColumn source="queued_at" />
    <DataTable.Col disableSort render={Answers} source="answers" />
    <StateColumn />
    <TimeColumn emptyText="–" source="attended_at" />
    <ActionsColumn>
      <RowActions />
    </ActionsColumn>
  </DeskList>
)

export const registrations: Screens = { list: RegistrationList }
