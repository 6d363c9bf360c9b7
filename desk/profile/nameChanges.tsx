import {
  DataTable,
  type ResourceProps,
  SearchInput,
  SelectInput,
  useRecordContext,
} from 'react-admin'
import { deskRoutes } from '#contract/desk.ts'
import type { DeskNameChange as NameChange } from '#contract/schemas/deskProfile.ts'
import { NAME_CHANGE_STATES } from '#contract/sets.ts'
import { t } from '../i18n.ts'
import { ActButton } from '../parts/ActButton.tsx'
import { DeskList } from '../parts/DeskList.tsx'
import { DeskTable } from '../parts/DeskTable.tsx'
import { ReasonButton } from '../parts/ReasonButton.tsx'
import { StateMark } from '../parts/StateMark.tsx'
import { statesOf } from '../parts/states.ts'
import { TimeField } from '../parts/TimeField.tsx'
import { useAct } from '../parts/useAct.ts'

const { approve, refuse } = deskRoutes['name-changes']

const Decide = () => {
  const request = useRecordContext<NameChange>()
  const { act, attempt, isBusy } = useAct()
  if (request?.state !== 'pending') return request?.decision_reason ?? null
  const { id, obstacle } = request
  return (
    <div className="desk-actions">
      {obstacle !== null && (
        <span className="desk-problem">{t(`name_changes.obstacles.${obstacle}`)}</span>
      )}
      <ActButton
        disabled={isBusy || obstacle !== null}
        onClick={() => act(approve, { id }, t('name_changes.approve_done'))}
        isPrimary
      >
        {t('name_changes.approve')}
      </ActButton>
      <ReasonButton
        disabled={isBusy}
        label={t('name_changes.refuse')}
        onReason={(reason) => attempt(refuse, { id, reason }, t('name_changes.refuse_done'))}
      />
    </div>
  )
}

const filters = [
  <SearchInput alwaysOn key="q" source="q" />,
  <SelectInput alwaysOn choices={statesOf(...NAME_CHANGE_STATES)} key="state" source="state" />,
]

const NameChangeList = () => (
  <DeskList
    empty={false}
    filterDefaultValues={{ state: 'pending' }}
    filters={filters}
    sort={{ field: 'created_at', order: 'ASC' }}
    storeKey={false}
  >
    <DeskTable rowClick={false}>
      <DataTable.Col disableSort source="old_name" />
      <DataTable.Col source="new_name" />
      <DataTable.Col disableSort source="reason" />
      <DataTable.Col source="created_at">
        <TimeField source="created_at" />
      </DataTable.Col>
      <DataTable.Col disableSort source="state">
        <StateMark />
      </DataTable.Col>
      <DataTable.Col disableSort label={t('actions')}>
        <Decide />
      </DataTable.Col>
    </DeskTable>
  </DeskList>
)

export const nameChanges: Omit<ResourceProps, 'name'> = { list: NameChangeList }
