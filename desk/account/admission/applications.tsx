import { useState } from 'react'
import { DataTable, useRecordContext } from 'react-admin'
import { type Application, DECIDED_MAX } from '#contract/admission.ts'
import { deskCalls } from '#contract/deskCalls.ts'
import { APPLICATION_STATES } from '#contract/sets.ts'
import { t } from '../../i18n.ts'
import { ConfirmButton, REASON_MAX, ReasonButton } from '../../parts/ActionButton.tsx'
import type { BulkAct } from '../../parts/BulkButton.tsx'
import { choiceFilter } from '../../parts/choices.tsx'
import { ActionsColumn, StateColumn, TimeColumn } from '../../parts/columns.tsx'
import { DeskList } from '../../parts/DeskList.tsx'
import { DialogField } from '../../parts/Dialog.tsx'
import { Section } from '../../parts/PageParts.tsx'
import type { Screens } from '../../parts/screens.tsx'
import { actionOf, useAction, useResponse } from '../../parts/useAction.ts'

const { decide, domains } = deskCalls.applications

type Props = { ids: number[]; name: string; mayDecline?: boolean }

/** Admits or declines applications, each with a mail. @param name of the person, or of what they have in common */
const Decide = ({ ids, name, mayDecline = true }: Props) => {
  const { attempt } = useAction()
  const [note, setNote] = useState('')
  const values = { name, smart_count: ids.length }
  const decided = (admits: boolean, reason: string) =>
    attempt(
      actionOf(
        decide,
        { ids, admits, reason },
        t(admits ? 'applications.admitted' : 'applications.declined', values),
      ),
    )
  return (
    <div className="desk-actions">
      <ConfirmButton
        isPrimary
        label={t('applications.admit', values)}
        onConfirm={() => decided(true, note)}
        text={t('applications.admit_sure', values)}
        title={t('applications.admit_ask', values)}
      >
        <DialogField
          isOptional
          label={t('applications.note')}
          maxLength={REASON_MAX}
          onChange={setNote}
          rows={3}
          value={note}
        />
      </ConfirmButton>
      {mayDecline && (
        <ReasonButton
          label={t('applications.decline', values)}
          onReason={(reason) => decided(false, reason)}
          text={t('applications.decline_sure', values)}
          title={t('applications.decline_ask', values)}
        />
      )}
    </div>
  )
}

/** One act for many: a flood of registrations mostly has addresses of one domain. */
const Domains = () => {
  const { data = [] } = useResponse(domains, {})
  const many = data.filter(({ ids }) => ids.length > 1)
  if (many.length === 0) return null
  return (
    <div className="desk-card">
      <Section
        note={t('applications.domains_note', { max: DECIDED_MAX })}
        title={t('applications.domains')}
      >
        <ul className="desk-lines">
          {many.map(({ domain, ids }) => (
            <li key={domain}>
              <span style={{ flex: 1 }}>{domain}</span>
              <Decide ids={ids} name={`@${domain}`} />
            </li>
          ))}
        </ul>
      </Section>
    </div>
  )
}

const Decision = () => {
  const application = useRecordContext<Application>()
  if (!application) return null
  const { id, state, member, reason } = application
  if (state === 'waiting') return <Decide ids={[id]} name={member.username} />
  if (state === 'declined')
    return (
      <>
        <p>{reason}</p>
        <Decide ids={[id]} mayDecline={false} name={member.username} />
      </>
    )
  return <span>{reason}</span>
}

/** Approves the selected ones of a page, whatever their addresses. */
const admitting: BulkAct = {
  label: t('applications.admit', { smart_count: 1 }),
  ask: (smart_count) => t('applications.bulk_ask', { smart_count }),
  text: t('applications.admit_sure', { smart_count: 2 }),
  send: (desk, _resource, id) => desk.call(decide, { ids: [id], admits: true, reason: '' }),
  done: (smart_count) => t('applications.admitted', { smart_count }),
}

const ApplicationList = () => (
  <>
    <Domains />
    <DeskList
      acts={[admitting]}
      filterDefaultValues={{ state: 'waiting' }}
      filters={[choiceFilter('state', APPLICATION_STATES)]}
      sort={{ field: 'confirmed_at', order: 'ASC' }}
      storeKey={false}
    >
      <DataTable.Col disableSort source="member.username" />
      <DataTable.Col disableSort source="domain" />
      <DataTable.Col disableSort source="line" />
      <TimeColumn source="confirmed_at" />
      <StateColumn />
      <ActionsColumn>
        <Decision />
      </ActionsColumn>
    </DeskList>
  </>
)

export const applications: Screens = {
  list: ApplicationList,
  recordRepresentation: 'member.username',
}
