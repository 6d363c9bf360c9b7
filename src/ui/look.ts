/** Joins class names and drops what is absent. */
export function joined(...parts: ReadonlyArray<string | false | undefined>): string {
  return parts.filter(Boolean).join(' ')
}

/** The ring follows the text colour, so that it is seen on parchment and on night alike. */
export const focusRing =
  'focus-visible:outline-2 focus-visible:outline-offset-2 focus-visible:outline-current'

const control =
  'inline-flex min-h-11 cursor-pointer items-center justify-center gap-2 rounded-[6px] border font-sans font-medium leading-tight transition-colors duration-150 ease-out disabled:cursor-not-allowed disabled:opacity-50 aria-busy:cursor-progress'

const variants = {
  primary:
    'border-gold-deep bg-gold text-night hover:bg-gold-light focus-visible:outline-2 focus-visible:outline-offset-2 focus-visible:outline-gold focus-visible:ring-2 focus-visible:ring-night',
  secondary: `border-current/35 hover:border-current/70 hover:bg-current/6 ${focusRing}`,
  danger: `border-ember/50 text-ember hover:border-ember hover:bg-ember hover:text-vellum ${focusRing}`,
  quiet: `border-transparent hover:bg-current/8 ${focusRing}`,
}

/**
 * primary: the one main action of a view. secondary and quiet take the colour of the text around
 * them and so fit any surface. danger: what cannot be undone; for light surfaces.
 */
export type ControlVariant = keyof typeof variants

/** Classes of a button or of a link that looks like one. */
export function controlClasses(variant: ControlVariant, shape: 'text' | 'icon' = 'text'): string {
  return joined(control, variants[variant], shape === 'text' ? 'px-5 py-2' : 'min-w-11 p-2')
}
