import type { ComponentPropsWithRef, MouseEvent } from 'react'
import { Icon } from './Icon.tsx'
import type { IconName } from './icons.ts'
import { type ControlVariant, controlClasses, joined } from './look.ts'

type ButtonProps = ComponentPropsWithRef<'button'> & {
  variant?: ControlVariant
  /**
   * While true clicks are ignored, yet the button keeps its name and the focus. A button with this prop makes a call:
   * it counts a double click as one, even when the call ends before the second.
   */
  busy?: boolean
  icon?: IconName
}

/** A button of at least 44 px; `type` defaults to "button", `className` adds layout. */
export function Button({
  variant = 'secondary',
  busy,
  icon,
  type = 'button',
  className,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  // Not `disabled`: a disabled button drops the focus. A cancelled click does not submit either.
  const handleClick = (event: MouseEvent<HTMLButtonElement>) => {
    const isRepeated = busy !== undefined && event.detail > 1
    if (busy || isRepeated) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      {...rest}
      type={type}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={handleClick}
      className={joined(controlClasses(variant), className)}
    >
      {busy ? <Spinner /> : icon && <Icon name={icon} />}
      {children}
    </button>
  )
}

function Spinner() {
  return (
    <span
      aria-hidden="true"
      className="inline-block size-[1em] shrink-0 animate-spin rounded-full border-2 border-current/25 border-t-current"
    />
  )
}
