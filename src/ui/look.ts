export function joined(...parts: ReadonlyArray<string | false | undefined>): string {
  return parts.filter(Boolean).join(' ')
}

/** A self-contained item of a list in a box, without padding. */
export const cardClasses = 'rounded border border-line bg-vellum text-ink'

/** A link within a text or beside a field. */
export const plainLinkClasses = 'text-gold-deep underline underline-offset-4 hover:text-ink'

const control =
  'inline-flex min-h-tap cursor-pointer items-center justify-center gap-2 rounded border font-sans text-ui font-medium leading-tight transition-colors disabled:cursor-not-allowed disabled:opacity-50 aria-busy:cursor-progress'

const variants = {
  primary: 'border-gold bg-gold text-night hover:border-gold-light hover:bg-gold-light',
  secondary: 'border-current/35 hover:border-current/70 hover:bg-current/6',
  danger: 'border-ember/50 text-ember hover:border-ember hover:bg-ember hover:text-vellum',
  quiet: 'border-transparent hover:bg-current/8',
}

/**
 * primary: the one main action of a view. secondary and quiet take the colour of the text around them and so fit any
 * surface. danger: an action that cannot be undone; for light surfaces.
 */
export type ControlVariant = keyof typeof variants

export function controlClasses(variant: ControlVariant, shape: 'text' | 'icon' = 'text'): string {
  return joined(control, variants[variant], shape === 'text' ? 'px-5 py-2' : 'min-w-tap p-2')
}
