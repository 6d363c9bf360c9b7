import { Picture } from '#src/ui/Picture.tsx'

/** For types without an icon, and for names that our set does not have. */
const UNKNOWN = '/icons/game/book.svg'

/** The icon of a type, by its name in the game-icons set; decorative, the type stands beside it in words. */
export function TypeIcon({ name, isSmall = false }: { name: string | null; isSmall?: boolean }) {
  const isName = name !== null && /^[a-z0-9-]+$/.test(name)
  return (
    <Picture
      src={isName ? `/icons/game/${name}.svg` : null}
      fallback={UNKNOWN}
      alt=""
      width={40}
      height={40}
      className={
        isSmall
          ? 'size-5 shrink-0 bg-transparent opacity-75 max-sm:hidden'
          : 'size-10 shrink-0 bg-transparent p-1 opacity-75'
      }
    />
  )
}
