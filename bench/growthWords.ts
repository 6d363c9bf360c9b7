const SYLLABLES =
  'ka mo ri ten lor ash vel dun tar im bra sol nee gath or wyn cal fen ost pel gar thu mir eth'.split(
    ' ',
  )
const WORDS = 4000

/** In one entry of ten. */
export const COMMON = 'harbour'
/** In one entry of a thousand. */
export const RARE = 'quillback'
/** In none. */
export const ABSENT = 'zyzzyva'
/** How one title of three begins. */
export const PREFIX = 'th'

/** The same texts in every run: a few words are in most of them and most words are in few. */
export function makeTexts() {
  const random = generator(412)
  const below = (limit: number) => Math.floor(random() * limit)
  const word = () =>
    Array.from({ length: 2 + below(2) }, () => SYLLABLES[below(SYLLABLES.length)]).join('')
  const words = Array.from({ length: WORDS }, word)
  const some = (count: number) =>
    Array.from({ length: count }, () => words[Math.floor(random() ** 2 * WORDS)]).join(' ')
  return (at: number): { title: string; description: string } => ({
    title: `${at % 3 === 0 ? 'The ' : ''}${some(2)}`,
    description: [
      some(24),
      ...(at % 10 === 0 ? [COMMON] : []),
      ...(at % 997 === 0 ? [RARE] : []),
    ].join(' '),
  })
}

/** Mulberry32: short, and good enough for texts. */
function generator(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
