import { searchKey } from './searchKey.ts'

/** A text in the form of `searchKey`, with the place of each of its units in the original. */
export type Folded = {
  readonly text: string
  /** Of each unit of the folded text, and of its end: where it begins in the original. */
  readonly starts: readonly number[]
  readonly ends: readonly number[]
}

const PLAIN = /[^\x21-\x7e]/
/** Folded characters that were met before: the common ones of a few scripts. */
const CACHE_MAX = 5000
const cache = new Map<string, string>()

function foldedCharacter(character: string): string {
  if (!PLAIN.test(character)) return character.toLowerCase()
  const known = cache.get(character)
  if (known !== undefined) return known
  const folded = searchKey(character)
  if (cache.size < CACHE_MAX) cache.set(character, folded)
  return folded
}

export function fold(original: string): Folded {
  const starts: number[] = []
  const ends: number[] = []
  let text = ''
  let at = 0
  for (const character of original) {
    const end = at + character.length
    const units = foldedCharacter(character)
    // Marks and invisible characters belong to what is before them.
    if (units === '' && ends.length > 0) ends[ends.length - 1] = end
    for (const unit of units.split('')) {
      if (unit === ' ' && text.endsWith(' ')) continue
      text += unit
      starts.push(at)
      ends.push(end)
    }
    at = end
  }
  return { text, starts, ends }
}

export const termKey = (name: string): string => fold(name).text.trim()
