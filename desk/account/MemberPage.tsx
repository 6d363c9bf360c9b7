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
import type { DeskMember } from '#contract/schemas/deskAccount.ts'
import { ROLES } from '#contract/sets.ts'
import { t } from '../i18n.ts'
import { DeskShow } from '../parts/DeskPages.tsx'
import { SureButton } from '../parts/SureButton.tsx'
import { statesOf } from '../parts/states.ts'
import { TimeField } from '../parts/TimeField.tsx'
import { useAct } from '../parts/useAct.ts'
import { useResponse } from '../parts/useResponse.ts'

const acts = deskRoutes.members
type MemberAct = (typeof acts)['deactivate' | 'reactivate' | 'resendActivation' | 'endSessions']

const Acts = () => {
  const member = useRecordContext<DeskMember>()
  const { identity } = useGetIdentity()
  const { attempt, isBusy } = useAct()
  if (!member) return null
  const { id, username, state } = member
  const isOwn = identity?.id === id
  const button = (label: string, route: MemberAct, done: string) => (
    <SureButton
      disabled={isBusy}
      isDangerous={route === acts.deactivate}
      label={label}
      onSure={() => attempt(route, { id }, done)}
      question={t('members.sure', { action: label, name: username })}
    />
  )
  return (
    <div className="desk-actions">
      {state === 'registered' &&
        button(t('members.resend'), acts.resendActivation, t('members.resend_done'))}
      {state === 'deactivated' &&
        button(t('members.reactivate'), acts.reactivate, t('members.reactivate_done'))}
      {state !== 'deactivated' &&
        !isOwn &&
        button(t('members.deactivate'), acts.deactivate, t('members.deactivate_done'))}
      {button(t('members.end_sessions'), acts.endSessions, t('members.end_sessions_done'))}
      {!isOwn && <RoleChoice key={member.role} member={member} />}
    </div>
  )
}

const RoleChoice = ({ member: { id, username, role } }: { member: DeskMember }) => {
  const { attempt, isBusy } = useAct()
  const [chosen, setChosen] = useState(role)
  const field = useId()
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
        {statesOf(...ROLES).map((choice) => (
          <option key={choice.id} value={choice.id}>
            {choice.name}
          </option>
        ))}
      </select>
      <SureButton
        disabled={isBusy || chosen === role}
        label={t('members.set_role')}
        onSure={() => attempt(acts.setRole, { id, role: chosen }, t('members.role_done'))}
        question={t('members.sure', {
          action: `${t('members.set_role')} (${chosen})`,
          name: username,
        })}
      />
    </>
  )
}

/** Fetched on request only, so that no postal address is read without need. */
const OrderDetails = () => {
  const id = useRecordContext<DeskMember>()?.id
  const [isWanted, setIsWanted] = useState(false)
  const { data: details, error } = useResponse(
    acts.orderDetails,
    { id: id ?? 0 },
    { isWanted: isWanted && id !== undefined },
  )
  if (!isWanted)
    return (
      <button className="desk-plain" onClick={() => setIsWanted(true)} type="button">
        {t('members.show_order_details')}
      </button>
    )
  if (!details) {
    const isNone = error instanceof HttpError && Number(error.status) === 404
    return <p role="status">{isNone ? t('members.no_order_details') : error?.message}</p>
  }
  return (
    <section>
      <h2>{t('members.order_details')}</h2>
      <dl className="desk-details">
        {Object.entries(details).map(([name, value]) => (
          <div key={name}>
            <dt>{name.replaceAll('_', ' ')}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

export const MemberPage = () => (
  <DeskShow actions={false}>
    <SimpleShowLayout>
      <TextField source="username" />
      <EmailField source="email" />
      <TextField source="role" />
      <TextField source="state" />
      <TimeField source="created_at" />
      <TimeField source="activated_at" />
      <TimeField source="deactivated_at" />
      <Acts />
      <OrderDetails />
    </SimpleShowLayout>
  </DeskShow>
)
