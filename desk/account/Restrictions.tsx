import { useState } from 'react'
import { useGetIdentity } from 'react-admin'
import { deskCalls } from '#contract/deskCalls.ts'
import type { DeskMember } from '#contract/deskMember.ts'
import { RESTRICTION_KINDS, type RestrictionKind } from '#contract/sets.ts'
import { t } from '../i18n.ts'
import { ReasonButton } from '../parts/ActionButton.tsx'
import { UntilField } from '../parts/Dialog.tsx'
import { actionOf, useAction } from '../parts/useAction.ts'

type Props = { member: DeskMember; kind: RestrictionKind }

/** Keeps the member from writing or from events, or ends that. */
const Restriction = ({ member: { id, username: name, restrictions }, kind }: Props) => {
  const { attempt } = useAction()
  const [day, setDay] = useState('')
  if (restrictions.some((one) => one.kind === kind))
    return (
      <ReasonButton
        isDangerous={false}
        label={t(`members.lift.${kind}`)}
        onReason={(reason) =>
          attempt(actionOf(deskCalls.members.lift, { id, kind, reason }, t('members.lift.done')))
        }
        title={t('members.lift.ask', { name })}
      />
    )
  const restrict = (reason: string) => {
    const until = new Date(`${day}T12:00`).toISOString()
    const done = t('members.restrict.done')
    return attempt(actionOf(deskCalls.members.restrict, { id, kind, reason, until }, done))
  }
  return (
    <ReasonButton
      gap={day === '' ? t('members.restrict.missing') : ''}
      label={t(`members.restrict.${kind}`)}
      onReason={restrict}
      title={t(`members.restrict.ask_${kind}`, { name })}
    >
      <UntilField onChange={setDay} value={day} />
    </ReasonButton>
  )
}

export const Restrictions = ({ member }: Pick<Props, 'member'>) => {
  const { identity } = useGetIdentity()
  if (identity?.id === member.id) return null
  return RESTRICTION_KINDS.map((kind) => <Restriction key={kind} kind={kind} member={member} />)
}
