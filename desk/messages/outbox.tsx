import type { ComponentProps } from 'react'
import { DataTable, useListContext, useRecordContext } from 'react-admin'
import { deskCalls } from '#contract/deskCalls.ts'
import type { OutgoingMail } from '#contract/messages.ts'
import { MAIL_STATES } from '#contract/sets.ts'
import { t, textOr } from '../i18n.ts'
import { ActionButton } from '../parts/ActionButton.tsx'
import { choiceFilter } from '../parts/choices.tsx'
import { ActionsColumn, StateColumn, TimeColumn, TimeField } from '../parts/columns.tsx'
import { DeskList } from '../parts/DeskList.tsx'
import type { Screens } from '../parts/screens.tsx'
import { momentOf } from '../parts/times.ts'
import { actionOf, useAction } from '../parts/useAction.ts'

const RetryButton = () => {
  const mail = useRecordContext<OutgoingMail>()
  const { run, isBusy } = useAction()
  if (mail?.state !== 'dead') return null
  const retrying = actionOf(deskCalls.outbox.retry, { id: mail.id }, t('outbox.done'))
  return (
    <ActionButton disabled={isBusy} onClick={() => run(retrying)}>
      {t('outbox.retry')}
    </ActionButton>
  )
}

const dueTime = ({ state, next_attempt_at: at }: OutgoingMail) => {
  if (state !== 'waiting') return null
  return Date.parse(at) <= Date.now() ? t('outbox.now') : <TimeField source="next_attempt_at" />
}

const endTime = ({ done_at, dead_at }: OutgoingMail) => {
  if (done_at) return t('outbox.sent', { at: momentOf(done_at) })
  return dead_at && t('outbox.dead', { at: momentOf(dead_at) })
}

type ColumnProps = ComponentProps<typeof DataTable.Col<OutgoingMail>>

/** A column that is there while a mail of the page has something in it. */
const FilledColumn = ({
  isFilled,
  ...column
}: ColumnProps & { isFilled: (mail: OutgoingMail) => boolean }) => {
  const { data = [] } = useListContext<OutgoingMail>()
  return data.some(isFilled) && <DataTable.Col {...column} />
}

const isWaiting = ({ state }: OutgoingMail) => state === 'waiting'

const OutboxList = () => (
  <DeskList filters={[choiceFilter('state', MAIL_STATES)]} sort={{ field: 'id', order: 'DESC' }}>
    <DataTable.Col
      render={({ kind }: OutgoingMail) => textOr(`outbox.kinds.${kind}`, kind)}
      source="kind"
    />
    <DataTable.Col source="recipient" />
    <TimeColumn source="created_at" />
    <FilledColumn isFilled={isWaiting} render={dueTime} source="next_attempt_at" />
    <FilledColumn
      disableSort
      isFilled={(mail) => !isWaiting(mail)}
      render={endTime}
      source="done_at"
    />
    <DataTable.NumberCol source="attempts" />
    <FilledColumn
      disableSort
      isFilled={({ last_error }) => last_error !== null}
      source="last_error"
    />
    <StateColumn />
    <DataTable.Col source="id" />
    <ActionsColumn>
      <RetryButton />
    </ActionsColumn>
  </DeskList>
)

export const outbox: Screens = { list: OutboxList }
