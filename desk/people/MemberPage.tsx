import { useId, useState } from 'react'
import {
  EmailField,
  HttpError,
  SimpleShowLayout,
  TextField,
  useGetIdentity,
  useRecordContext,
} from 'react-admin'
import type { DeskMember } from '#contract/schemas/deskAccount.ts'
import { DeskShow } from '../parts/DeskPages.tsx'
import { SureButton } from '../parts/SureButton.tsx'
import { statesOf } from '../parts/states.ts'
import { TimeField } from '../parts/TimeField.tsx'
import { useAct } from '../parts/useAct.ts'
import { useAnswer } from '../parts/useAnswer.ts'
import { texts } from '../texts.ts'

const words = texts.members

const Acts = () => {
  const member = useRecordContext<DeskMember>()
  const { identity } = useGetIdentity()
  const { attempt, isBusy } = useAct('members')
  if (!member) return null
  const { id, username, state } = member
  const isOwn = identity?.id === id
  const button = (label: string, action: string, done: string) => (
    <SureButton
      disabled={isBusy}
      isDangerous={action === 'deactivate'}
      label={label}
      onSure={() => attempt(id, action, done)}
      question={words.sure(label, username)}
    />
  )
  return (
    <div className="desk-actions">
      {state === 'registered' && button(words.resend, 'resend-activation', words.resendDone)}
      {state === 'deactivated' && button(words.reactivate, 'reactivate', words.reactivateDone)}
      {state !== 'deactivated' &&
        !isOwn &&
        button(words.deactivate, 'deactivate', words.deactivateDone)}
      {button(words.endSessions, 'end-sessions', words.endSessionsDone)}
      {!isOwn && <RoleChoice key={member.role} member={member} />}
    </div>
  )
}

const RoleChoice = ({ member: { id, username, role } }: { member: DeskMember }) => {
  const { attempt, isBusy } = useAct('members')
  const [chosen, setChosen] = useState<string>(role)
  const field = useId()
  return (
    <>
      <label htmlFor={field}>{words.role}</label>
      <select
        className="desk-plain"
        id={field}
        onChange={(event) => setChosen(event.target.value)}
        value={chosen}
      >
        {statesOf('player', 'staff', 'superuser').map((one) => (
          <option key={one.id} value={one.id}>
            {one.name}
          </option>
        ))}
      </select>
      <SureButton
        disabled={isBusy || chosen === role}
        label={words.setRole}
        onSure={() => attempt(id, 'role', words.roleDone, { role: chosen })}
        question={words.sure(`${words.setRole} (${chosen})`, username)}
      />
    </>
  )
}

/** Fetched only on request: each reading of an address is one more than needed. */
const OrderDetails = () => {
  const id = useRecordContext()?.id
  const [isWanted, setIsWanted] = useState(false)
  const { data: answer, error } = useAnswer<Record<string, string | number>>(
    `members/${id}/order-details`,
    { isWanted: isWanted && id !== undefined },
  )
  if (!isWanted)
    return (
      <button className="desk-plain" onClick={() => setIsWanted(true)} type="button">
        {words.showOrderDetails}
      </button>
    )
  if (!answer) {
    const isNone = error instanceof HttpError && Number(error.status) === 404
    return <p role="status">{isNone ? words.noOrderDetails : error?.message}</p>
  }
  return (
    <section>
      <h2>{words.orderDetails}</h2>
      <dl className="desk-details">
        {Object.entries(answer).map(([name, value]) => (
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
