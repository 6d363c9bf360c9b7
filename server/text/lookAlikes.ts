/**
 * Letters of other scripts that look like a Latin one, in the case in which they do: the same name in two
 * scripts is one name to a reader. After Unicode's confusables.txt; the packages for it on npm are years old and
 * take Latin letters for each other, too.
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
  Object.entries(ALIKE).flatMap(([latin, letters]) => [...letters].map((one) => [one, latin])),
)
const LETTER = /\p{L}/u

/**
 * The key in the Latin letters that all of its letters look like.
 * @param key of `usernameKey`
 * @returns null when a letter looks like none, and for a key that is Latin anyway
 */
export function latinKey(key: string): string | null {
  const signs = [...key.normalize('NFD')]
  if (signs.some((sign) => LETTER.test(sign) && !LATIN_OF.has(sign))) return null
  const latin = signs
    .map((sign) => LATIN_OF.get(sign) ?? sign)
    .join('')
    .normalize('NFC')
  return latin === key ? null : latin
}

export type KeysOfName = { readonly username_key: string; readonly latin_key: string | null }

/** Keys that a reader takes for the same name: nobody else may have one of them. */
export const keysAlike = ({ username_key, latin_key }: KeysOfName): string[] =>
  latin_key === null ? [username_key] : [username_key, latin_key]
