import { DataTable, useGetIdentity, useRecordContext } from 'react-admin'
import { deskCalls } from '#contract/deskCalls.ts'
import type { DeskNameChange } from '#contract/profile.ts'
import { NAME_CHANGE_STATES } from '#contract/sets.ts'
import { t } from '../i18n.ts'
import { ActionButton, ReasonButton } from '../parts/ActionButton.tsx'
import { choiceFilter } from '../parts/choices.tsx'
import { ActionsColumn, StateColumn, TimeColumn } from '../parts/columns.tsx'
import { DeskList } from '../parts/DeskList.tsx'
import type { Screens } from '../parts/screens.tsx'
import { actionOf, useAction } from '../parts/useAction.ts'

const { approve, refuse } = deskCalls['name-changes']

const Decision = () => {
  const change = useRecordContext<DeskNameChange>()
  const { run, attempt, isBusy } = useAction()
  const { identity } = useGetIdentity()
  if (change?.state !== 'pending') return <span>{change?.decision_reason}</span>
  if (change.user.id === identity?.id) return <p>{t('name_changes.own')}</p>
  const { id, obstacle } = change
  return (
    <div className="desk-actions">
      {obstacle !== null && (
        <span className="desk-problem">{t(`name_changes.obstacles.${obstacle}`)}</span>
      )}
      <ActionButton
        disabled={isBusy || obstacle !== null}
        isPrimary
        onClick={() => run(actionOf(approve, { id }, t('name_changes.approve_done')))}
      >
        {t('name_changes.approve')}
      </ActionButton>
      <ReasonButton
        disabled={isBusy}
        label={t('name_changes.refuse')}
        onReason={(reason) =>
          attempt(actionOf(refuse, { id, reason }, t('name_changes.refuse_done')))
        }
        title={t('name_changes.refuse_ask', { name: change.new_name })}
      />
    </div>
  )
}

const NameChangeList = () => (
  <DeskList
    filterDefaultValues={{ state: 'pending' }}
    filters={[choiceFilter('state', NAME_CHANGE_STATES)]}
    sort={{ field: 'created_at', order: 'ASC' }}
    storeKey={false}
  >
    <DataTable.Col disableSort source="old_name" />
    <DataTable.Col source="new_name" />
    <DataTable.Col disableSort source="reason" />
    <TimeColumn source="created_at" />
    <StateColumn />
    <ActionsColumn>
      <Decision />
    </ActionsColumn>
  </DeskList>
)

export const nameChanges: Screens = { list: NameChangeList }
