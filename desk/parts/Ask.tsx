import { type ReactNode, useState } from 'react'
import { ActButton } from './ActButton.tsx'
import { AskDialog } from './AskDialog.tsx'

type Props = {
  /** On the button that opens the dialog, on the one that confirms, and above both. */
  label: string
  /** Whom or what the act is about, for the heading. */
  about?: string
  disabled?: boolean
  isDangerous?: boolean
  isPrimary?: boolean
  shortcut?: string
  /** The question, or the fields of the form. */
  children: ReactNode
  /** Answers the sentence of a refusal; the dialog stays open then with all that was typed. */
  onSure: () => Promise<string>
}

/** A button whose act is asked for once more, in a dialog. */
export const Ask = ({ label, about, children, onSure, ...button }: Props) => {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <ActButton {...button} onClick={() => setIsOpen(true)}>
        {label}
      </ActButton>
      {isOpen && (
        <AskDialog
          label={label}
          onClose={() => setIsOpen(false)}
          onSure={onSure}
          title={about === undefined ? label : `${label}: ${about}`}
        >
          {children}
        </AskDialog>
      )}
    </>
  )
}
