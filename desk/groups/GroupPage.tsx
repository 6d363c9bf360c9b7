import {
  SimpleShowLayout,
  TextField,
  useDataProvider,
  useNotify,
  useRecordContext,
  useRedirect,
} from 'react-admin'
import { deskRoutes } from '#contract/desk.ts'
import type { DeskGroup } from '#contract/schemas/deskGroups.ts'
import { t } from '../i18n.ts'
import { momentOf } from '../parts/ago.ts'
import { DeskShow } from '../parts/DeskPages.tsx'
import { ReasonButton } from '../parts/ReasonButton.tsx'
import { SureButton } from '../parts/SureButton.tsx'
import { TimeField } from '../parts/TimeField.tsx'
import { messageOf, undoBy, useAct } from '../parts/useAct.ts'
import type { DeskDataProvider } from '../session/dataProvider.ts'

const { giveOwnership, removeMember, close } = deskRoutes.groups

/** Who is in the group, by length of membership, and what can be done about each. */
const Members = () => {
  const group = useRecordContext<DeskGroup>()
  if (!group) return null
  return (
    <section>
      <h2>{t('groups.members')}</h2>
      <ul className="desk-people">
        {group.members.map((member) => (
          <li key={member.id}>
            <p>
              <strong>{member.username}</strong>{' '}
              <span className={`desk-state desk-state-${member.state}`}>{member.state}</span>{' '}
              {member.id === group.owner.id && (
                <span className="desk-state">{t('groups.owner')}</span>
              )}
              <br />
              <span className="desk-quiet">
                {t('groups.joined', { at: momentOf(member.joined_at) })}
              </span>
            </p>
            {member.id !== group.owner.id && <MemberActs group={group} member={member} />}
          </li>
        ))}
      </ul>
    </section>
  )
}

type MemberProps = { group: DeskGroup; member: DeskGroup['members'][number] }

const MemberActs = ({ group: { id, name, owner }, member }: MemberProps) => {
  const { attempt, isBusy } = useAct()
  const { username } = member
  const args = { id, member_id: member.id }
  const giveBack = { id, member_id: owner.id }
  return (
    <div className="desk-actions">
      {member.state === 'active' && (
        <SureButton
          disabled={isBusy}
          label={t('groups.give', { member: username })}
          onSure={() =>
            attempt(
              giveOwnership,
              args,
              t('groups.give_done', { member: username }),
              undoBy(giveOwnership, giveBack, t('groups.give_done', { member: owner.username })),
            )
          }
          question={t('groups.give_sure', { member: username, owner: owner.username })}
        />
      )}
      <SureButton
        disabled={isBusy}
        isDangerous
        label={t('groups.remove', { member: username })}
        onSure={() => attempt(removeMember, args, t('groups.remove_done', { member: username }))}
        question={t('groups.remove_sure', { member: username, group: name })}
      />
    </div>
  )
}

const Close = () => {
  const group = useRecordContext<DeskGroup>()
  const desk = useDataProvider<DeskDataProvider>()
  const notify = useNotify()
  const redirect = useRedirect()
  if (!group) return null
  const { id, name, members } = group
  const reachable = members.filter(({ state }) => state === 'active').length
  const handleReason = async (reason: string) => {
    try {
      await desk.call(close, { id, reason })
    } catch (error) {
      return messageOf(error)
    }
    notify(t('groups.close_done', { name }), { type: 'success' })
    // The list asks for its rows by itself; a refresh would ask for this group as well, which is gone.
    redirect('list', 'groups')
    return ''
  }
  return (
    <ReasonButton
      about={name}
      field={t('groups.close_field')}
      label={t('groups.close')}
      note={t('groups.close_note', { members: t('groups.sized', { smart_count: reachable }) })}
      onReason={handleReason}
    />
  )
}

export const GroupPage = () => (
  <DeskShow actions={false}>
    <SimpleShowLayout>
      <TextField source="name" />
      <TextField label={t('groups.owner')} source="owner.username" />
      <TextField source="state" />
      <TextField source="open_invites" />
      <TimeField source="created_at" />
      <Members />
      <Close />
    </SimpleShowLayout>
  </DeskShow>
)
