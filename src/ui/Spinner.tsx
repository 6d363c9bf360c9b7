import { joined } from './look.ts'

/** A turning ring, decorative. */
export function Spinner({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={joined(
        'inline-block shrink-0 rounded-full border-2 border-current/25 border-t-current animate-spin',
        className ?? 'size-[1em]',
      )}
    />
  )
}
