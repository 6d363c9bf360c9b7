import { useId, useState } from 'react'
import { deskRoutes } from '#contract/desk.ts'
import { MESSAGE_SUBJECT_MAX, MESSAGE_TEXT_MAX } from '#contract/registration.ts'
import { REGISTRATION_AUDIENCES, type RegistrationAudience } from '#contract/sets.ts'
import { t } from '../i18n.ts'
import { ConfirmButton } from '../parts/ConfirmButton.tsx'
import { actionOf, useAction } from '../parts/useAction.ts'
import { useUnloadWarning } from '../parts/useUnloadWarning.ts'

type Props = { id: number; title: string }

/** A mail to those who have signed up. What was typed stays until it is sent. */
export const WriteButton = ({ id, title }: Props) => {
  const { attempt, isBusy } = useAction()
  const [to, setTo] = useState<RegistrationAudience>('coming')
  const [subject, setSubject] = useState('')
  const [text, setText] = useState('')
  const field = useId()
  useUnloadWarning(subject.trim() !== '' || text.trim() !== '')

  const handleConfirm = async () => {
    if (subject.trim() === '' || text.trim() === '') return t('registrations.write_missing')
    const args = { id, to, subject, text }
    const route = deskRoutes.contents.writeToRegistered
    const problem = await attempt(actionOf(route, args, t('registrations.write_done')))
    if (problem === '') {
      setSubject('')
      setText('')
    }
    return problem
  }
  return (
    <ConfirmButton
      confirm={t('registrations.write_send')}
      disabled={isBusy}
      label={t('registrations.write')}
      onConfirm={handleConfirm}
      title={t('registrations.write_title', { name: title })}
    >
      <AudienceSelect id={`${field}-to`} onChange={setTo} value={to} />
      <label htmlFor={`${field}-subject`}>{t('registrations.subject')}</label>
      <input
        aria-required
        id={`${field}-subject`}
        maxLength={MESSAGE_SUBJECT_MAX}
        onChange={(event) => setSubject(event.target.value)}
        value={subject}
      />
      <label htmlFor={`${field}-text`}>{t('registrations.text')}</label>
      <textarea
        aria-required
        id={`${field}-text`}
        maxLength={MESSAGE_TEXT_MAX}
        onChange={(event) => setText(event.target.value)}
        rows={6}
        value={text}
      />
    </ConfirmButton>
  )
}

type SelectProps = {
  id: string
  value: RegistrationAudience
  onChange: (audience: RegistrationAudience) => void
}

const AudienceSelect = ({ id, value, onChange }: SelectProps) => (
  <div className="desk-select">
    <label htmlFor={id}>{t('registrations.to')}</label>
    <select
      id={id}
      onChange={(event) =>
        onChange(REGISTRATION_AUDIENCES.find((one) => one === event.target.value) ?? 'coming')
      }
      value={value}
    >
      {REGISTRATION_AUDIENCES.map((audience) => (
        <option key={audience} value={audience}>
          {t(`registrations.audiences.${audience}`)}
        </option>
      ))}
    </select>
  </div>
)
