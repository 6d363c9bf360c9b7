const SYLLABLES =
  'ka mo ri ten lor ash vel dun tar im bra sol nee gath or wyn cal fen ost pel gar thu mir eth'.split(
    ' ',
  )
const WORDS = 4000

/** A word in every tenth entry. */
export const COMMON = 'harbour'
/** A word in about every thousandth entry. */
export const RARE = 'quillback'
/** A word in no entry. */
export const ABSENT = 'zyzzyva'
/** The beginning of every third title. */
export const PREFIX = 'th'

/** The same texts in every run: few words are frequent, most are rare. */
export function makeTexts() {
  const random = generator(412)
  const below = (limit: number) => Math.floor(random() * limit)
  const word = () =>
    Array.from({ length: 2 + below(2) }, () => SYLLABLES[below(SYLLABLES.length)]).join('')
  const words = Array.from({ length: WORDS }, word)
  const some = (count: number) =>
    Array.from({ length: count }, () => words[Math.floor(random() ** 2 * WORDS)]).join(' ')
  return (index: number): { title: string; description: string } => ({
    title: `${index % 3 === 0 ? 'The ' : ''}${some(2)}`,
    description: [
      some(24),
      ...(index % 10 === 0 ? [COMMON] : []),
      ...(index % 997 === 0 ? [RARE] : []),
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
