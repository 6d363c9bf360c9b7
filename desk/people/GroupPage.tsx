import { SimpleShowLayout, TextField, useRecordContext } from 'react-admin'
import type { DeskGroup } from '#contract/schemas/deskGroups.ts'
import { DeskShow } from '../parts/DeskPages.tsx'
import { RemoveButton } from '../parts/RemoveButton.tsx'
import { SureButton } from '../parts/SureButton.tsx'
import { TimeField } from '../parts/TimeField.tsx'
import { useAct } from '../parts/useAct.ts'
import { texts } from '../texts.ts'

const words = texts.groupPage

/** Who is in the group, by length of membership, and what can be done about each. */
const Members = () => {
  const group = useRecordContext<DeskGroup>()
  const { attempt, isBusy } = useAct('groups')
  if (!group) return null
  const { id, members, owner } = group
  const button = (member: DeskGroup['members'][number], label: string, action: string) => (
    <SureButton
      disabled={isBusy}
      isDangerous={action === 'remove-member'}
      label={label}
      onSure={() => attempt(id, action, words.done, { member_id: member.id })}
      question={words.sure(label)}
    />
  )
  return (
    <section>
      <h2>{words.members}</h2>
      <dl className="desk-details">
        {members.map((member) => (
          <div key={member.id}>
            <dt>{member.username}</dt>
            <dd>
              <span className={`desk-state desk-state-${member.state}`}>{member.state}</span>
              {member.id === owner.id ? (
                <> {words.owner}</>
              ) : (
                <div className="desk-actions">
                  {member.state === 'active' &&
                    button(member, words.give(member.username), 'owner')}
                  {button(member, words.remove(member.username), 'remove-member')}
                </div>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

export const GroupPage = () => (
  <DeskShow actions={false}>
    <SimpleShowLayout>
      <TextField source="name" />
      <TextField label={words.owner} source="owner.username" />
      <TextField source="state" />
      <TextField source="open_invites" />
      <TimeField source="created_at" />
      <Members />
      <RemoveButton />
    </SimpleShowLayout>
  </DeskShow>
)
