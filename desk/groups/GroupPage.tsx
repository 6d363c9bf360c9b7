import { styled } from '@mui/material/styles'
import { SimpleShowLayout, TextField, useRecordContext } from 'react-admin'
import { deskRoutes } from '#contract/desk.ts'
import type { DeskGroup } from '#contract/schemas/groups.ts'
import { t } from '../i18n.ts'
import { ConfirmButton } from '../parts/ConfirmButton.tsx'
import { DeskShow } from '../parts/DeskPages.tsx'
import { ReasonButton } from '../parts/ReasonButton.tsx'
import { StateMark } from '../parts/StateMark.tsx'
import { TimeField } from '../parts/TimeField.tsx'
import { momentOf } from '../parts/times.ts'
import { type Action, actionOf, useAction } from '../parts/useAction.ts'
import { line, plainList } from '../theme/shared.ts'

const { giveOwnership, removeMember, close } = deskRoutes.groups

/** Longest membership first. */
const Members = () => {
  const group = useRecordContext<DeskGroup>()
  if (!group) return null
  return (
    <section>
      <h2>{t('groups.members')}</h2>
      <People>
        {group.members.map((member) => (
          <li key={member.id}>
            <p>
              <strong>{member.username}</strong> <StateMark state={member.state} />{' '}
              {member.id === group.owner.id && <StateMark state="owner" text={t('groups.owner')} />}
              <br />
              <span className="desk-quiet">
                {t('groups.joined', { at: momentOf(member.joined_at) })}
              </span>
            </p>
            {member.id !== group.owner.id && <MemberActions group={group} member={member} />}
          </li>
        ))}
      </People>
    </section>
  )
}

const People = styled('ul')({
  ...plainList,
  maxWidth: 720,
  '& li': {
    display: 'flex',
    flexWrap: 'wrap',
    gap: '8px 16px',
    alignItems: 'center',
    justifyContent: 'space-between',
    padding: '12px 0',
    borderTop: line,
  },
  '& p': { margin: 0 },
})

type MemberProps = { group: DeskGroup; member: DeskGroup['members'][number] }

const MemberActions = ({ group: { id, name, owner }, member }: MemberProps) => {
  const { attempt, isBusy } = useAction()
  const { username } = member
  const giving = (to: DeskGroup['owner'], undo?: Action) => {
    const done = t('groups.give_done', { member: to.username })
    return actionOf(giveOwnership, { id, member_id: to.id }, done, undo)
  }
  const removed = t('groups.remove_done', { member: username })
  const removing = actionOf(removeMember, { id, member_id: member.id }, removed)
  return (
    <div className="desk-actions">
      {member.state === 'active' && (
        <ConfirmButton
          disabled={isBusy}
          label={t('groups.give', { member: username })}
          onConfirm={() => attempt(giving(member, giving(owner)))}
          question={t('groups.give_sure', { member: username, owner: owner.username })}
        />
      )}
      <ConfirmButton
        disabled={isBusy}
        isDangerous
        label={t('groups.remove', { member: username })}
        onConfirm={() => attempt(removing)}
        question={t('groups.remove_sure', { member: username, group: name })}
      />
    </div>
  )
}

const CloseButton = () => {
  const group = useRecordContext<DeskGroup>()
  const { attempt } = useAction()
  if (!group) return null
  const { id, name, members } = group
  const reachable = members.filter(({ state }) => state === 'active').length
  const closing = (reason: string) => ({
    ...actionOf(close, { id, reason }, t('groups.close_done', { name })),
    listAfter: 'groups',
  })
  return (
    <ReasonButton
      about={name}
      field={t('groups.close_field')}
      label={t('groups.close')}
      note={t('groups.close_note', { members: t('groups.sized', { smart_count: reachable }) })}
      onReason={(reason) => attempt(closing(reason))}
    />
  )
}

export const GroupPage = () => (
  <DeskShow>
    <SimpleShowLayout>
      <TextField source="name" />
      <TextField source="owner.username" />
      <TextField source="state" />
      <TextField source="open_invites" />
      <TimeField source="created_at" />
      <Members />
      <CloseButton />
    </SimpleShowLayout>
  </DeskShow>
)
