import { searchKey } from '#shared/search.ts'
import { titleKey } from './keys.ts'

/** Key for ordering titles in a language, compared unit by unit. */
type OrderKey = (title: string) => string

const PLAIN = [...'abcdefghijklmnopqrstuvwxyz']
/** Small Latin letters with marks or forms of their own. */
const FURTHER = Array.from({ length: 0x250 - 0xdf }, (_, at) =>
  String.fromCharCode(0xdf + at),
).filter((letter) => /\p{Ll}/u.test(letter) && letter.length === 1)
/** Stand for letters while a title is folded. */
const PRIVATE = 0xe000
/** Greater than what follows a letter in any word. */
const AFTER_ALL = '\uffff'

const known = new Map<string, OrderKey | null>()

/**
 * The order of a language whose alphabet has letters of its own, such as the Swedish å, ä and ö after z. Null where
 * the order is that of `titleKey`, such as in English, and in German, where ä is an a.
 */
export function orderKeyIn(language: string): OrderKey | null {
  const order = known.get(language)
  if (order !== undefined) return order
  const made = makeOrderKey(language)
  known.set(language, made)
  return made
}

export const titleOrder = (language: string): OrderKey => orderKeyIn(language) ?? titleKey

/** Rows of a list that are ordered in memory; the order of more is that of the database. */
export const ORDERED_MAX = 20_000

type Keyed = { readonly id: number; readonly key: string | number }
/** The order of keys; rows with the same key are in the order of their ids. */
export const byKey = (a: Keyed, b: Keyed): number =>
  a.key < b.key ? -1 : a.key > b.key ? 1 : a.id - b.id

/** Rows in the alphabetical order of a language; those of one name are in the order of their ids. */
export function inAlphabet<Row>(
  rows: readonly Row[],
  language: string,
  placeOf: (row: Row) => { readonly id: number; readonly name: string },
): Row[] {
  const keyOf = titleOrder(language)
  return rows
    .map((row) => {
      const { id, name } = placeOf(row)
      return { row, id, key: keyOf(name) }
    })
    .toSorted(byKey)
    .map(({ row }) => row)
}

function makeOrderKey(language: string): OrderKey | null {
  const { compare } = new Intl.Collator(language, { sensitivity: 'base' })
  const english = new Intl.Collator('en', { sensitivity: 'base' })
  const isOwn = (letter: string) => compare(letter, searchKey(letter)) !== 0
  const isUsual = (letter: string) =>
    isOwn(letter) === (english.compare(letter, searchKey(letter)) !== 0)
  if (FURTHER.every(isUsual)) return null
  const own = FURTHER.filter(isOwn).toSorted(compare)
  const places = own.map((letter, rank) => {
    const before = PLAIN.findLast((plain) => compare(plain, letter) < 0) ?? ''
    return before + AFTER_ALL + String.fromCharCode(PRIVATE + rank)
  })
  const standIns = new Map(own.map((letter, rank) => [letter, String.fromCharCode(PRIVATE + rank)]))
  const placeOf = new Map(own.map((letter, rank) => [standIns.get(letter), places[rank]]))
  return (title) => {
    const letters = [...title.normalize('NFC').toLowerCase()]
    const key = titleKey(letters.map((letter) => standIns.get(letter) ?? letter).join(''))
    return [...key].map((letter) => placeOf.get(letter) ?? letter).join('')
  }
}
