import { styled } from '@mui/material/styles'
import { useId, useState } from 'react'
import {
  EmailField,
  HttpError,
  SimpleShowLayout,
  TextField,
  useGetIdentity,
  useRecordContext,
} from 'react-admin'
import { deskRoutes } from '#contract/desk.ts'
import type { DeskMember } from '#contract/schemas/account.ts'
import { ROLES } from '#contract/sets.ts'
import { t } from '../i18n.ts'
import { ActionButton } from '../parts/ActionButton.tsx'
import { ConfirmButton } from '../parts/ConfirmButton.tsx'
import { choicesOf } from '../parts/choices.tsx'
import { DeskShow } from '../parts/DeskPages.tsx'
import { TimeField } from '../parts/TimeField.tsx'
import { actionOf, useAction } from '../parts/useAction.ts'
import { useResponse } from '../parts/useResponse.ts'

const calls = deskRoutes.members
type MemberAction =
  | 'deactivate'
  | 'reactivate'
  | 'resendActivation'
  | 'endSessions'
  | 'resetSecondFactor'
  | 'requestExport'
  | 'requestDeletion'
  | 'withdrawDeletion'

/** Actions that cannot be undone at once. */
const DANGEROUS: readonly MemberAction[] = ['deactivate', 'resetSecondFactor', 'requestDeletion']

const MemberActions = () => {
  const member = useRecordContext<DeskMember>()
  const { identity } = useGetIdentity()
  const { attempt, isBusy } = useAction()
  if (!member) return null
  const { id, username, state } = member
  const isOwn = identity?.id === id
  const button = (action: MemberAction) => {
    const label = t(`members.${action}.label`)
    return (
      <ConfirmButton
        disabled={isBusy}
        isDangerous={DANGEROUS.includes(action)}
        label={label}
        onConfirm={() => attempt(actionOf(calls[action], { id }, t(`members.${action}.done`)))}
        question={t('members.sure', { action: label, name: username })}
      />
    )
  }
  return (
    <div className="desk-actions">
      {state === 'registered' && button('resendActivation')}
      {state === 'deactivated' && button('reactivate')}
      {state !== 'deactivated' && !isOwn && button('deactivate')}
      {button('endSessions')}
      {(member.second_factor_at || member.passkeys > 0) && !isOwn && button('resetSecondFactor')}
      {state === 'active' && button('requestExport')}
      {member.deletion_due_at && button('withdrawDeletion')}
      {!member.deletion_due_at && !isOwn && button('requestDeletion')}
      {!isOwn && <RoleChoice key={member.role} member={member} />}
    </div>
  )
}

const RoleChoice = ({ member: { id, username, role } }: { member: DeskMember }) => {
  const { attempt, isBusy } = useAction()
  const [chosen, setChosen] = useState(role)
  const field = useId()
  const label = t('members.set_role')
  return (
    <>
      <label htmlFor={field}>{t('members.role')}</label>
      <select
        className="desk-plain"
        id={field}
        onChange={(event) =>
          setChosen(ROLES.find((known) => known === event.target.value) ?? chosen)
        }
        value={chosen}
      >
        {choicesOf(ROLES).map((choice) => (
          <option key={choice.id} value={choice.id}>
            {choice.name}
          </option>
        ))}
      </select>
      <ConfirmButton
        disabled={isBusy || chosen === role}
        label={label}
        onConfirm={() =>
          attempt(actionOf(calls.setRole, { id, role: chosen }, t('members.role_done')))
        }
        question={t('members.sure', { action: `${label} (${chosen})`, name: username })}
      />
    </>
  )
}

/** Fetched on request only, so that no postal address is read without need. */
const OrderDetails = () => {
  const id = useRecordContext<DeskMember>()?.id
  const [isWanted, setIsWanted] = useState(false)
  const { data: details, error } = useResponse(
    calls.orderDetails,
    { id: id ?? 0 },
    { enabled: isWanted && id !== undefined },
  )
  if (!isWanted)
    return (
      <ActionButton onClick={() => setIsWanted(true)}>
        {t('members.show_order_details')}
      </ActionButton>
    )
  if (!details) {
    const isNone = error instanceof HttpError && Number(error.status) === 404
    return <p role="status">{isNone ? t('members.no_order_details') : error?.message}</p>
  }
  return (
    <section>
      <h2>{t('members.order_details')}</h2>
      <Details>
        {Object.entries(details).map(([name, value]) => (
          <div key={name}>
            <dt>{name.replaceAll('_', ' ')}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </Details>
    </section>
  )
}

const Details = styled('dl')({
  '& dt': { color: 'var(--ink-soft)' },
  '& dd': { margin: '0 0 8px' },
})

export const MemberPage = () => (
  <DeskShow>
    <SimpleShowLayout>
      <TextField source="username" />
      <EmailField source="email" />
      <TextField source="role" />
      <TextField source="state" />
      <TimeField source="created_at" />
      <TimeField source="activated_at" />
      <TimeField source="deactivated_at" />
      <TimeField label={t('members.second_factor_at')} source="second_factor_at" />
      <TextField label={t('members.passkeys')} source="passkeys" />
      <TimeField label={t('members.deletion_due_at')} source="deletion_due_at" />
      <MemberActions />
      <OrderDetails />
    </SimpleShowLayout>
  </DeskShow>
)
