import { useId, useState } from 'react'
import { texts } from '../texts.ts'
import { Ask } from './Ask.tsx'

type Props = { label: string; disabled?: boolean; onReason: (reason: string) => Promise<string> }

/** Asks for the reason first; without one there is nothing to send. */
export const ReasonButton = ({ label, disabled, onReason }: Props) => {
  const [reason, setReason] = useState('')
  const id = useId()

  const handleSure = async () => {
    if (reason.trim() === '') return texts.reasonMissing
    const problem = await onReason(reason.trim())
    if (problem === '') setReason('')
    return problem
  }
  return (
    <Ask disabled={disabled} isDangerous label={label} onSure={handleSure}>
      <label htmlFor={id}>{texts.reason}</label>
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
        {texts.reasonSent}
      </p>
    </Ask>
  )
}
