import type { ReactNode } from 'react'

export type ButtonProps = {
  disabled?: boolean
  /** The one action that a page is mostly opened for. */
  isPrimary?: boolean
  isDangerous?: boolean
  /** The key that clicks the button, where a page listens for keys. */
  shortcut?: string
}
type Props = ButtonProps & { children: ReactNode; onClick: () => unknown }

/**
 * A button in words at every width; react-admin's own shrinks to an icon on small screens. It keeps the focus
 * while it is disabled: a button that is disabled the native way loses it in the middle of an action.
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
