import { useState } from 'react'
import type { DeskContent } from '#contract/content.ts'
import { deskCalls } from '#contract/deskCalls.ts'
import { t } from '../i18n.ts'
import { ConfirmButton, REASON_MAX } from '../parts/ActionButton.tsx'
import { DialogField, DialogSelect } from '../parts/Dialog.tsx'
import { actionOf, useAction } from '../parts/useAction.ts'
import { useUnloadWarning } from '../parts/useUnloadWarning.ts'

const EMPTY = { name: '', companions: '', reason: '' }

/** Puts a member, or a person without an account, on the list. What was typed stays until it is sent. */
export const AddButton = ({ event: { id, title } }: { event: DeskContent }) => {
  const { attempt, isBusy } = useAction()
  const [who, setWho] = useState<'username' | 'name'>('username')
  const [typed, setTyped] = useState(EMPTY)
  useUnloadWarning(typed.name.trim() !== '')
  const handleConfirm = async () => {
    const { name, reason } = typed
    if (name.trim() === '') return t('registrations.add_missing')
    const companions = typed.companions.split('\n').filter((line) => line.trim() !== '')
    const person = {
      content_id: id,
      ...(who === 'username' ? { username: name } : { name }),
      ...(companions.length > 0 && { companions }),
      ...(reason.trim() !== '' && { reason }),
    }
    const act = actionOf(deskCalls.registrations.add, person, t('registrations.add_done'))
    const problem = await attempt(act)
    if (problem === '') setTyped(EMPTY)
    return problem
  }
  const field = (name: keyof typeof EMPTY) => ({
    value: typed[name],
    onChange: (value: string) => setTyped({ ...typed, [name]: value }),
  })
  return (
    <ConfirmButton
      confirm={t('registrations.add_confirm')}
      disabled={isBusy}
      label={t('registrations.add')}
      onConfirm={handleConfirm}
      title={t('registrations.add_title', { name: title })}
    >
      <DialogSelect
        choices={(['username', 'name'] as const).map((one) => [
          one,
          t(`registrations.add_who.${one}`),
        ])}
        label={t('registrations.add_label')}
        onChange={setWho}
        value={who}
      />
      <DialogField
        {...field('name')}
        label={t(`registrations.add_field.${who}`)}
        note={t(`registrations.add_note.${who}`)}
      />
      <DialogField
        {...field('companions')}
        isOptional
        label={t('registrations.companions')}
        note={t('registrations.companions_note')}
        rows={2}
      />
      <DialogField
        {...field('reason')}
        isOptional
        label={t('registrations.add_reason')}
        maxLength={REASON_MAX}
        note={t('registrations.add_reason_note')}
        rows={2}
      />
    </ConfirmButton>
  )
}
