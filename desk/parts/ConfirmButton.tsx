import { useState } from 'react'
import { ActionButton, type ButtonProps } from './ActionButton.tsx'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import type { Elements } from './elements.ts'

type Props = ButtonProps & {
  /** Label of the button that opens the dialog, of the one that confirms, and of the heading. */
  label: string
  /** Person or thing that the action is about, for the heading. */
  about?: string
  question?: string
  /** Further fields of the dialog. */
  children?: Elements
  /** Returns the message of a refusal, '' after a success. */
  onConfirm: () => Promise<string>
}

/** A button whose action is confirmed in a dialog. */
export const ConfirmButton = ({
  label,
  about,
  question,
  children,
  onConfirm,
  ...button
}: Props) => {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <ActionButton {...button} onClick={() => setIsOpen(true)}>
        {label}
      </ActionButton>
      {isOpen && (
        <ConfirmDialog
          label={label}
          onClose={() => setIsOpen(false)}
          onConfirm={onConfirm}
          question={question}
          title={about === undefined ? label : `${label}: ${about}`}
        >
          {children}
        </ConfirmDialog>
      )}
    </>
  )
}
