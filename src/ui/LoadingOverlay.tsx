import { MarkLogo } from './MarkLogo.tsx'

/**
 * The full-screen sign that something is loading. It fades in late and lets presses through, so
 * that a short wait is not seen and nobody loses a click.
 */
export function LoadingOverlay({ text }: { text: string }) {
  return (
    <div
      role="status"
      aria-label={text}
      className="pointer-events-none fixed inset-0 z-dropdown flex flex-col items-center justify-center gap-3 bg-parchment/90 text-gold-deep transition-opacity delay-300 duration-200 starting:opacity-0"
    >
      <MarkLogo className="h-14 animate-pulse" />
      <span className="font-heading text-xl text-ink">{text}</span>
    </div>
  )
}
