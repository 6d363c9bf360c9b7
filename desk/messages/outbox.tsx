import {
  DataTable,
  type ResourceProps,
  SearchInput,
  SelectInput,
  useRecordContext,
} from 'react-admin'
import { deskRoutes } from '#contract/desk.ts'
import type { OutgoingMail } from '#contract/schemas/deskMessages.ts'
import { MAIL_STATES } from '#contract/sets.ts'
import { t } from '../i18n.ts'
import { ActButton } from '../parts/ActButton.tsx'
import { momentOf } from '../parts/ago.ts'
import { DeskList } from '../parts/DeskList.tsx'
import { DeskTable } from '../parts/DeskTable.tsx'
import { StateMark } from '../parts/StateMark.tsx'
import { statesOf } from '../parts/states.ts'
import { TimeField } from '../parts/TimeField.tsx'
import { useAct } from '../parts/useAct.ts'

const filters = [
  <SearchInput alwaysOn key="q" source="q" />,
  <SelectInput alwaysOn choices={statesOf(...MAIL_STATES)} key="state" source="state" />,
]

const Retry = () => {
  const mail = useRecordContext<OutgoingMail>()
  const { act, isBusy } = useAct()
  if (mail?.state !== 'dead') return null
  return (
    <ActButton
      disabled={isBusy}
      onClick={() => act(deskRoutes.outbox.retry, { id: mail.id }, t('outbox.done'))}
    >
      {t('outbox.retry')}
    </ActButton>
  )
}

/** Of a mail that waits. */
const Due = () => {
  const mail = useRecordContext<OutgoingMail>()
  if (mail?.state !== 'waiting') return null
  const isDue = Date.parse(mail.next_attempt_at) <= Date.now()
  return isDue ? t('outbox.now') : <TimeField source="next_attempt_at" />
}

const Settled = () => {
  const mail = useRecordContext<OutgoingMail>()
  if (mail?.done_at) return t('outbox.sent', { at: momentOf(mail.done_at) })
  return mail?.dead_at ? t('outbox.dead', { at: momentOf(mail.dead_at) }) : null
}

const OutboxList = () => (
  <DeskList empty={false} filters={filters} sort={{ field: 'id', order: 'DESC' }}>
    <DeskTable rowClick={false}>
      <DataTable.Col source="id" />
      <DataTable.Col source="kind" />
      <DataTable.Col source="recipient" />
      <DataTable.Col source="created_at">
        <TimeField source="created_at" />
      </DataTable.Col>
      <DataTable.Col source="next_attempt_at">
        <Due />
      </DataTable.Col>
      <DataTable.Col disableSort source="done_at">
        <Settled />
      </DataTable.Col>
      <DataTable.NumberCol source="attempts" />
      <DataTable.Col disableSort source="last_error" />
      <DataTable.Col disableSort source="state">
        <StateMark />
      </DataTable.Col>
      <DataTable.Col disableSort label={t('actions')}>
        <Retry />
      </DataTable.Col>
    </DeskTable>
  </DeskList>
)

export const outbox: Omit<ResourceProps, 'name'> = { list: OutboxList }
