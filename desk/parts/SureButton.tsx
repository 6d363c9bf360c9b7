import { useState } from 'react'
import { Button, Confirm } from 'react-admin'

type Props = { label: string; question: string; disabled: boolean; onSure: () => void }

/** Asks once more before it happens. */
export const SureButton = ({ label, question, disabled, onSure }: Props) => {
  const [isOpen, setIsOpen] = useState(false)
  const handleConfirm = () => {
    setIsOpen(false)
    onSure()
  }
  return (
    <>
      <Button disabled={disabled} label={label} onClick={() => setIsOpen(true)} />
      <Confirm
        content={question}
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        onConfirm={handleConfirm}
        title={label}
      />
    </>
  )
}
