import { MarkLogo } from './MarkLogo.tsx'

/** The loading overlay: transparent, lets clicks through, and fades in late so that a short wait stays invisible. */
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
