import { joined } from '#src/ui/look.ts'
import { Picture } from '#src/ui/Picture.tsx'

/** For types without an icon, and for names outside our set. */
const UNKNOWN = '/icons/game/book.svg'

/** The icon of a type, by its name in the game-icons set; decorative. */
export function TypeIcon({ name, isSmall = false }: { name: string | null; isSmall?: boolean }) {
  const isName = name !== null && /^[a-z0-9-]+$/.test(name)
  return (
    <Picture
      src={isName ? `/icons/game/${name}.svg` : null}
      fallback={UNKNOWN}
      alt=""
      width={40}
      height={40}
      className={joined(
        'shrink-0 bg-transparent opacity-75 dark:invert print:filter-none',
        isSmall ? 'size-5 max-sm:hidden' : 'size-10 p-1',
      )}
    />
  )
}
