import { joined } from '#src/ui/look.ts'
import { hashOf } from './crestOf.ts'

/** Fixed pairs: 4.5:1 and the same on light and on dark paper. */
export const AVATAR_LOOKS = [
  'bg-night text-gold-light',
  'bg-dusk text-mist',
  'bg-gold text-night',
  'bg-moss-light text-night',
  'bg-ember-light text-night',
  'bg-mist text-night',
] as const

export const initialsOf = (name: string): string =>
  name
    .trim()
    .split(/[\s._-]+/)
    .filter((word) => word !== '')
    .slice(0, 2)
    .map((word) => [...word][0]?.toUpperCase())
    .join('')

/** Initials in a circle; decorative, hence not in the text of the page. */
export function Avatar({ name }: { name: string }) {
  const look = AVATAR_LOOKS[hashOf(name.toLowerCase()) % AVATAR_LOOKS.length]
  return (
    <span
      aria-hidden="true"
      data-initials={initialsOf(name)}
      className={joined(
        'inline-flex size-8 shrink-0 items-center justify-center rounded-full font-sans text-xs font-bold inset-ring inset-ring-mist/30 before:content-[attr(data-initials)]',
        look,
      )}
    />
  )
}
