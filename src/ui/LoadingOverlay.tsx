import { MarkLogo } from './MarkLogo.tsx'

/**
 * The full-screen sign that something is loading: see-through, with a small mark at its foot. It fades in late and
 * lets clicks through, so that a short wait is not seen and what is already drawn stays in sight.
 */
export function LoadingOverlay({ text }: { text: string }) {
  return (
    <div
      role="status"
      aria-label={text}
      className="pointer-events-none fixed inset-0 z-dropdown flex items-end justify-center p-4 transition-opacity delay-300 duration-200 starting:opacity-0 print:hidden"
    >
      <span className="flex items-center gap-2 rounded-full border border-line bg-vellum py-2 ps-3 pe-4 font-sans text-sm text-ink shadow-float">
        <MarkLogo className="h-5 animate-pulse text-gold-deep" />
        {text}
      </span>
    </div>
  )
}
