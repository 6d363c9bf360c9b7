import { type ReactNode, useState } from 'react'
import { type Asked, ConfirmDialog } from './ConfirmDialog.tsx'

export type ButtonProps = {
  disabled?: boolean
  isPrimary?: boolean
  isDangerous?: boolean
  /** The key that clicks the button, see `useShortcuts`. */
  shortcut?: string
}
type Props = ButtonProps & { children: ReactNode; onClick: () => unknown }

/**
 * A button with a text at every width; react-admin's own shrinks to an icon on small screens. It keeps the focus
 * while it is disabled: a native `disabled` would lose it in the middle of an action.
 */
export const ActionButton = (props: Props) => {
  const { children, onClick, disabled, isPrimary, isDangerous, shortcut } = props
  return (
    <button
      aria-disabled={disabled}
      aria-keyshortcuts={shortcut}
      className={isPrimary ? 'desk-primary' : isDangerous ? 'desk-plain desk-danger' : 'desk-plain'}
      onClick={(event) => {
        // The row around a button opens on a click.
        event.stopPropagation()
        if (!disabled) void onClick()
      }}
      type="button"
    >
      {children}
    </button>
  )
}

type ConfirmProps = ButtonProps & Omit<Asked, 'onClose'>

export const ConfirmButton = ({ disabled, isPrimary, shortcut, ...asked }: ConfirmProps) => {
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
