import { useState } from 'react'
import { ActionButton, type ButtonProps } from './ActionButton.tsx'
import { type Asked, ConfirmDialog } from './ConfirmDialog.tsx'

type Props = ButtonProps & Omit<Asked, 'onClose'>

export const ConfirmButton = ({ disabled, isPrimary, shortcut, ...asked }: Props) => {
  const { label, isDangerous } = asked
  const button = { disabled, isPrimary, isDangerous, shortcut }
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <ActionButton {...button} onClick={() => setIsOpen(true)}>
        {label}
      </ActionButton>
      {isOpen && <ConfirmDialog {...asked} onClose={() => setIsOpen(false)} />}
    </>
  )
}
