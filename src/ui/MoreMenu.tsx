import { Menu, MenuButton, MenuItem, MenuItems } from '@headlessui/react'
import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import type { IconName } from './icons.ts'
import { controlClasses, joined } from './look.ts'

export type MenuAction = {
  label: string
  icon?: IconName
  isDanger?: boolean
  onSelect: () => void
}

type Props = {
  /** Name of the button, for screen readers. */
  label: ReactNode
  actions: readonly MenuAction[]
}

/** Rare and destructive acts of a row, behind a button with three dots; nothing without any. */
export function MoreMenu({ label, actions }: Props) {
  if (actions.length === 0) return null
  return (
    <Menu as="div" className="relative ms-auto shrink-0 print:hidden">
      <MenuButton className={controlClasses('quiet', 'icon')}>
        <Icon name="dots" />
        <span className="sr-only">{label}</span>
      </MenuButton>
      <MenuItems
        modal={false}
        className="absolute end-0 top-full z-dropdown mt-1 w-max max-w-[min(20rem,80vw)] rounded border border-line bg-vellum py-1 font-sans text-ui text-ink shadow-float outline-none transition-opacity starting:opacity-0"
      >
        {actions.map(({ label: text, icon, isDanger, onSelect }, place) => (
          <MenuItem key={text}>
            <button
              type="button"
              onClick={onSelect}
              className={joined(
                'flex min-h-tap w-full items-center gap-3 px-4 py-2 text-start data-focus:bg-gold/15',
                isDanger && 'text-ember',
                isDanger && place > 0 && !actions[place - 1]?.isDanger && 'border-t border-line',
              )}
            >
              {icon && <Icon name={icon} />}
              <span className="wrap-anywhere">{text}</span>
            </button>
          </MenuItem>
        ))}
      </MenuItems>
    </Menu>
  )
}
