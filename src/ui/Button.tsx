import type { ComponentPropsWithRef, MouseEvent } from 'react'
import { Link } from 'react-router'
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
      <span className="contents">{children}</span>
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

type IconButtonProps = Omit<ComponentPropsWithRef<'button'>, 'aria-label' | 'children'> & {
  label: string
  icon: IconName
  variant?: ControlVariant
}

/** A 44 px button that shows an icon only. */
export function IconButton({
  label,
  icon,
  variant = 'quiet',
  type = 'button',
  className,
  ...rest
}: IconButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-label={label}
      className={joined(controlClasses(variant, 'icon'), className)}
    >
      <Icon name={icon} />
    </button>
  )
}

type LinkButtonProps = ComponentPropsWithRef<typeof Link> & {
  variant?: ControlVariant
  icon?: IconName
}

/** A link within the site that looks like a button. */
export function LinkButton({
  variant = 'secondary',
  icon,
  className,
  children,
  ...rest
}: LinkButtonProps) {
  return (
    <Link
      {...rest}
      className={joined(controlClasses(variant), 'no-underline print:hidden', className)}
    >
      {icon && <Icon name={icon} />}
      <span className="contents">{children}</span>
    </Link>
  )
}
