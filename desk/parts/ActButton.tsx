import type { ReactNode } from 'react'

type Props = {
  children: ReactNode
  onClick: () => unknown
  disabled?: boolean
  /** The one act that a page is mostly opened for. */
  isPrimary?: boolean
  isDangerous?: boolean
  /** The key that presses the button, where a page listens for keys. */
  shortcut?: string
}

/**
 * A button in words at every width; react-admin's own shrinks to an icon on small screens. It keeps the focus
 * while it is disabled: the browser takes it from one that is disabled the native way, in the middle of an act.
 */
export const ActButton = ({
  children,
  onClick,
  disabled,
  isPrimary,
  isDangerous,
  shortcut,
}: Props) => (
  <button
    aria-disabled={disabled}
    aria-keyshortcuts={shortcut}
    className={isPrimary ? 'desk-primary' : isDangerous ? 'desk-plain desk-danger' : 'desk-plain'}
    onClick={(event) => {
      // The row that a button stands in opens on a click.
      event.stopPropagation()
      if (!disabled) void onClick()
    }}
    type="button"
  >
    {children}
  </button>
)
