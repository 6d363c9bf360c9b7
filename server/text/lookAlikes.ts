import alike from './lookAlikes.json' with { type: 'json' }

/**
 * Letters of other scripts that look like a Latin one in the same case, from Unicode's confusables.txt. The npm
 * packages for it are old and also confuse Latin letters with each other.
 */
const LATIN_OF = new Map(
  Object.entries(alike).flatMap(([latin, letters]) => [...letters].map((one) => [one, latin])),
)
const LETTER = /\p{L}/u

/**
 * The key in Latin letters that look the same.
 * @param key of `usernameKey`
 * @returns null when a letter has no such Latin letter, and for a key that is Latin already
 */
export function latinKey(key: string): string | null {
  const characters = [...key.normalize('NFD')]
  if (characters.some((character) => LETTER.test(character) && !LATIN_OF.has(character)))
    return null
  const latin = characters
    .map((character) => LATIN_OF.get(character) ?? character)
    .join('')
    .normalize('NFC')
  return latin === key ? null : latin
}

export type KeysOfName = { readonly username_key: string; readonly latin_key: string | null }

export const keysAlike = ({ username_key, latin_key }: KeysOfName): string[] =>
  latin_key === null ? [username_key] : [username_key, latin_key]
