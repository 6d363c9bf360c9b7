import type { ComponentPropsWithRef } from 'react'
import { Link } from 'react-router'
import { Icon } from './Icon.tsx'
import type { IconName } from './icons.ts'
import { type ControlVariant, controlClasses, joined } from './look.ts'

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
      {children}
    </Link>
  )
}
