/**
 * Letters of other scripts that look like a Latin one in the same case, from Unicode's confusables.txt. The npm
 * packages for it are old and also confuse Latin letters with each other.
 */
const ALIKE: Readonly<Record<string, string>> = {
  a: 'аα',
  b: 'вьβ',
  c: 'сϲ',
  d: 'ԁ',
  e: 'еε',
  g: 'ԍց',
  h: 'нһհ',
  i: 'іι',
  j: 'јյϳ',
  k: 'кκ',
  l: 'ӏլ',
  m: 'мμ',
  n: 'пηո',
  o: 'оοσօ',
  p: 'рρ',
  q: 'ԛզ',
  r: 'г',
  s: 'ѕ',
  t: 'тτ',
  u: 'υս',
  v: 'ѵν',
  w: 'ԝω',
  x: 'хχ',
  y: 'уүγ',
  z: 'ζ',
}
const LATIN_OF = new Map(
  Object.entries(ALIKE).flatMap(([latin, letters]) =>
    [...letters].map((letter) => [letter, latin]),
  ),
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

/** Keys that look the same. */
export const keysAlike = ({ username_key, latin_key }: KeysOfName): string[] =>
  latin_key === null ? [username_key] : [username_key, latin_key]
