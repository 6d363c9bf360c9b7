import type { ReactNode } from 'react'
import { joined } from './look.ts'

const tones = {
  ember: 'bg-ember text-vellum',
  gold: 'bg-gold-light text-night',
  moss: 'bg-moss text-vellum',
  plain: 'bg-current/10 text-current',
}

export type BadgeProps = { tone?: keyof typeof tones; className?: string; children: ReactNode }

/** A small count or mark beside a name. */
export function Badge({ tone = 'ember', className, children }: BadgeProps) {
  return (
    <span
      className={joined(
        'inline-flex h-5 min-w-5 items-center justify-center rounded-full px-1.5 font-sans text-xs font-bold leading-none tabular',
        tones[tone],
        className,
      )}
    >
      {children}
    </span>
  )
}
