import type { ComponentPropsWithRef } from 'react'
import { Icon } from './Icon.tsx'
import type { IconName } from './icons.ts'
import { type ControlVariant, controlClasses, joined } from './look.ts'

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
