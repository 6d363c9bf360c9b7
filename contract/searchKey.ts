import plainLetters from './plainLetters.json' with { type: 'json' }

/** Characters that stand for plain ones without having a combining mark. */
const PLAIN_OF = new Map(
  Object.entries(plainLetters).flatMap(([plain, letters]) =>
    [...letters].map((one) => [one, plain]),
  ),
)
const NOT_PLAIN = new RegExp(`[${[...PLAIN_OF.keys()].join('')}]`, 'g')

/**
 * The folded form for search: no marks, no case, plain quotes and hyphens, single spaces. `Élan` -> `elan`, `Ægir’s
 * hall` -> `aegir's hall`.
 */
export const searchKey = (text: string): string =>
  decomposed(text.replace(UNSEEN, ''))
    .replace(UNSEEN, '')
    .toLowerCase()
    .replace(NOT_PLAIN, (character) => PLAIN_OF.get(character) ?? character)
    .replace(/\s+/g, ' ')

const UNSEEN = /[\p{M}\p{Default_Ignorable_Code_Point}]/gu

/** A character can become eighteen; in common text, letters become four at most. */
const GROWTH_MAX = 4
/** UTF-16 units: shorter texts, such as titles and search terms, are never truncated. */
const UNTRUNCATED_MAX = 8000
/** UTF-16 units decomposed at once: what will be truncated is not decomposed. */
const CHUNK = 4096

/** @param text without marks: ordering many of them takes quadratic time */
function decomposed(text: string): string {
  const room = Math.max(UNTRUNCATED_MAX, GROWTH_MAX * text.length)
  let parts = ''
  for (let index = 0; index < text.length && parts.length < room; ) {
    const isPair = (text.codePointAt(index + CHUNK - 1) ?? 0) > 0xffff
    const end = index + CHUNK + (isPair ? 1 : 0)
    parts += text.slice(index, end).normalize('NFKD')
    index = end
  }
  return parts.length <= room ? parts : parts.slice(0, room).toWellFormed()
}
