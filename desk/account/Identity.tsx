import { useState } from 'react'
import { useGetIdentity } from 'react-admin'
import { deskRoutes } from '#contract/desk.ts'
import type { DeskMember } from '#contract/deskMember.ts'
import { TEXT_MAX } from '#contract/fields.ts'
import { t } from '../i18n.ts'
import { ConfirmButton } from '../parts/ConfirmButton.tsx'
import { DialogField } from '../parts/DialogField.tsx'
import { REASON_MAX } from '../parts/ReasonButton.tsx'
import { Section } from '../parts/Section.tsx'
import { actionOf, useAction } from '../parts/useAction.ts'
import { EmailChange, WaitingChange } from './EmailChange.tsx'

type Props = { member: DeskMember }

/** What others know the member by, and what the member logs in with; one's own is changed on the site. */
export const Identity = ({ member }: Props) => {
  const { identity } = useGetIdentity()
  if (identity?.id === member.id) return null
  const mayMove = member.state !== 'deactivated' && !member.email_change
  return (
    <Section title={t('members.identity')}>
      <div className="desk-actions">
        <NameChange key={member.username} member={member} />
        {mayMove && <EmailChange member={member} />}
      </div>
      {member.email_change && <WaitingChange change={member.email_change} member={member} />}
    </Section>
  )
}

const NameChange = ({ member: { id, username: name } }: Props) => {
  const { attempt, isBusy } = useAction()
  const [wanted, setWanted] = useState(name)
  const [reason, setReason] = useState('')

  const handleConfirm = async () => {
    if (wanted.trim() === '') return t('name_missing')
    if (reason.trim() === '') return t('reason_missing')
    const sent = { id, username: wanted.trim(), reason: reason.trim() }
    return attempt(actionOf(deskRoutes.members.rename, sent, t('members.rename.done')))
  }
  return (
    <ConfirmButton
      disabled={isBusy}
      label={t('members.rename.label')}
      onConfirm={handleConfirm}
      text={t('members.rename.sure')}
      title={t('members.rename.ask', { name })}
    >
      <DialogField
        label={t('members.rename.new')}
        maxLength={TEXT_MAX}
        onChange={setWanted}
        value={wanted}
      />
      <DialogField
        label={t('reason')}
        maxLength={REASON_MAX}
        note={t('reason_sent')}
        onChange={setReason}
        rows={4}
        value={reason}
      />
    </ConfirmButton>
  )
}
