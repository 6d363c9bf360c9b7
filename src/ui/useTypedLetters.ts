import { type KeyboardEvent, useRef } from 'react'
import { searchKey } from '#shared/search.ts'

/** Letters that follow each other within this time belong together. */
const TYPING_MS = 500

/**
 * A key handler that moves to the next option whose label begins with the typed letters; a further letter stays at the
 * option if it still matches. It returns whether the key was one of these letters.
 */
export function useTypedLetters(
  options: ReadonlyArray<{ label: string }>,
  active: number,
  onActive: (index: number) => void,
): (event: KeyboardEvent) => boolean {
  const typed = useRef({ letters: '', at: 0 })
  return ({ key, timeStamp }) => {
    const { letters, at } = typed.current
    const earlier = timeStamp - at < TYPING_MS ? letters : ''
    if ([...key].length !== 1 || (key === ' ' && earlier === '')) return false
    const wanted = searchKey(earlier + key)
    typed.current = { letters: wanted, at: timeStamp }
    const start = earlier === '' ? active + 1 : active
    const found = options
      .map((_, step) => (start + step) % options.length)
      .find((index) => searchKey(options[index]?.label ?? '').startsWith(wanted))
    if (found !== undefined) onActive(found)
    return true
  }
}
