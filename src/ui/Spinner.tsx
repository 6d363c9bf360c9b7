import { joined } from './look.ts'

/** A small turning ring, decorative: say elsewhere in words that something is under way. */
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
