import { useId, useState } from 'react'
import { Button, Confirm } from 'react-admin'
import { texts } from '../texts.ts'

type Props = { label: string; disabled: boolean; onReason: (reason: string) => void }

/** Asks for the reason first; without one there is nothing to send. */
export const ReasonButton = ({ label, disabled, onReason }: Props) => {
  const [isOpen, setIsOpen] = useState(false)
  const [reason, setReason] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const id = useId()

  const handleConfirm = () => {
    if (reason.trim() === '') {
      setIsMissing(true)
      return
    }
    setIsOpen(false)
    setReason('')
    onReason(reason.trim())
  }
  return (
    <>
      <Button color="error" disabled={disabled} label={label} onClick={() => setIsOpen(true)} />
      <Confirm
        confirm={label}
        content={
          <span className="desk-reason">
            <label htmlFor={id}>{texts.reason}</label>
            <textarea
              aria-describedby={`${id}-note`}
              aria-invalid={isMissing}
              id={id}
              maxLength={2000}
              onChange={(event) => setReason(event.target.value)}
              rows={4}
              value={reason}
            />
            <span id={`${id}-note`}>{isMissing ? texts.required : texts.reasonSent}</span>
          </span>
        }
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        onConfirm={handleConfirm}
        title={label}
      />
    </>
  )
}
