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
import { DeskShow } from '../parts/DeskPages.tsx'
import { SureButton } from '../parts/SureButton.tsx'
import { statesOf } from '../parts/states.ts'
import { TimeField } from '../parts/TimeField.tsx'
import { useAct } from '../parts/useAct.ts'
import { useResponse } from '../parts/useResponse.ts'
import { texts } from '../texts/texts.ts'

const words = texts.members
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
      question={words.sure(label, username)}
    />
  )
  return (
    <div className="desk-actions">
      {state === 'registered' && button(words.resend, acts.resendActivation, words.resendDone)}
      {state === 'deactivated' && button(words.reactivate, acts.reactivate, words.reactivateDone)}
      {state !== 'deactivated' &&
        !isOwn &&
        button(words.deactivate, acts.deactivate, words.deactivateDone)}
      {button(words.endSessions, acts.endSessions, words.endSessionsDone)}
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
      <label htmlFor={field}>{words.role}</label>
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
        label={words.setRole}
        onSure={() => attempt(acts.setRole, { id, role: chosen }, words.roleDone)}
        question={words.sure(`${words.setRole} (${chosen})`, username)}
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
        {words.showOrderDetails}
      </button>
    )
  if (!details) {
    const isNone = error instanceof HttpError && Number(error.status) === 404
    return <p role="status">{isNone ? words.noOrderDetails : error?.message}</p>
  }
  return (
    <section>
      <h2>{words.orderDetails}</h2>
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
