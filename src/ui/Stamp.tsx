import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import { joined } from './look.ts'

export type StampProps = { className?: string; children: ReactNode }

/** An important word, readable on light, dark and any picture. */
export function Stamp({ className, children }: StampProps) {
  return (
    <strong
      className={joined(
        'inline-flex min-h-8 items-center gap-1.5 rounded border border-night bg-ember-light px-3 font-sans text-sm font-bold text-night',
        className,
      )}
    >
      <Icon name="alert" className="size-4" />
      {children}
    </strong>
  )
}
