import { useId, useState } from 'react'
import { t } from '../i18n.ts'
import { Ask } from './Ask.tsx'

type Props = {
  label: string
  about?: string
  disabled?: boolean
  shortcut?: string
  /** Above the field, below it, and after an attempt without words, where the usual ones do not fit. */
  field?: string
  note?: string
  missing?: string
  isDangerous?: boolean
  onReason: (reason: string) => Promise<string>
}

/** Asks for the reason first; without one there is nothing to send. */
export const ReasonButton = ({
  field = t('reason'),
  note = t('reason_sent'),
  missing = t('reason_missing'),
  isDangerous = true,
  onReason,
  ...ask
}: Props) => {
  const [reason, setReason] = useState('')
  const id = useId()

  const handleSure = async () => {
    if (reason.trim() === '') return missing
    const problem = await onReason(reason.trim())
    if (problem === '') setReason('')
    return problem
  }
  return (
    <Ask {...ask} isDangerous={isDangerous} onSure={handleSure}>
      <label htmlFor={id}>{field}</label>
      <textarea
        aria-describedby={`${id}-note`}
        aria-required
        id={id}
        maxLength={2000}
        onChange={(event) => setReason(event.target.value)}
        rows={4}
        value={reason}
      />
      <p className="desk-quiet" id={`${id}-note`}>
        {note}
      </p>
    </Ask>
  )
}
