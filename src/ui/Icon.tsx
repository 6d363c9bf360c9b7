import type { IconName } from './icons.ts'
import { joined } from './look.ts'

/**
 * A line icon in the colour and (by default) the size of the text around it; decorative.
 * The symbols are in the page itself (interface.svg): in the script they would delay the first paint.
 */
export function Icon({ name, className }: { name: IconName; className?: string }) {
  return (
    <svg
      aria-hidden="true"
      focusable="false"
      viewBox="0 0 24 24"
      width="1.25em"
      height="1.25em"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={joined('inline-block shrink-0', className)}
    >
      <use href={`#icon-${name}`} />
    </svg>
  )
}
