import { type ReactNode, useState } from 'react'
import { ActButton } from './ActButton.tsx'
import { AskDialog } from './AskDialog.tsx'

type Props = {
  /** On the button that opens the dialog, on the one that confirms, and above both. */
  label: string
  disabled?: boolean
  isDangerous?: boolean
  /** The question, or the fields of the form. */
  children: ReactNode
  /** Answers the sentence of a refusal; the dialog stays open then with all that was typed. */
  onSure: () => Promise<string>
}

/** A button whose act is asked for once more, in a dialog. */
export const Ask = ({ label, disabled, isDangerous, children, onSure }: Props) => {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <ActButton disabled={disabled} isDangerous={isDangerous} onClick={() => setIsOpen(true)}>
        {label}
      </ActButton>
      {isOpen && (
        <AskDialog label={label} onClose={() => setIsOpen(false)} onSure={onSure}>
          {children}
        </AskDialog>
      )}
    </>
  )
}
