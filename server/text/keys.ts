import { cutText } from '#shared/cutText.ts'
import { searchKey, spelledKeys, termKey } from '#shared/search.ts'
import { isShort, wordStarts } from '#shared/words.ts'
import { sha256 } from './secrets.ts'

/** Burmese marks in the order in which they are written (Unicode Technical Note 11); normalisation leaves them as typed. */
const BURMESE_MARKS =
  '\u103b\u103c\u103d\u103e\u1031\u102d\u102e\u1032\u102f\u1030\u102b\u102c\u1036\u1037\u1038'
const BURMESE_RUN = new RegExp(`[${BURMESE_MARKS}]{2,}`, 'g')
const inOrder = (marks: string): string =>
  [...marks].toSorted((a, b) => BURMESE_MARKS.indexOf(a) - BURMESE_MARKS.indexOf(b)).join('')

/**
 * Names that a reader cannot distinguish have the same key: compatibility forms folded, lower case, no invisible
 * characters, single spaces.
 */
export const usernameKey = (username: string): string =>
  username
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .normalize('NFKC')
    .replace(BURMESE_RUN, inOrder)
    .replace(/\s+/g, ' ')
    .trim()

/**
 * Control characters except tab and line breaks, and noncharacters: invalid in XML 1.0, obeyed by terminals. A
 * string, because linters report control characters in a literal.
 */
const UNPRINTABLE = '[\\0-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f\\ufdd0-\\ufdef\\ufffe\\uffff]'
const HAS_UNPRINTABLE = new RegExp(UNPRINTABLE)
const EACH_UNPRINTABLE = new RegExp(UNPRINTABLE, 'g')

/** No U+0000 and no lone surrogate: every database and JSON writer accepts the text. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

/** True for text that is also valid in feeds, mails and terminals. */
export const isPrintable = (text: string): boolean =>
  text.isWellFormed() && !HAS_UNPRINTABLE.test(text)

/** Repairs stored text from before `isPrintable` was checked. */
export const printable = (text: string): string => text.toWellFormed().replace(EACH_UNPRINTABLE, '')

/** The unique form of an e-mail address. */
export const emailKey = (email: string): string => email.trim().toLowerCase()

/** False for characters that mail programs read as several e-mail addresses, or as a name with an e-mail address. */
export const isBareEmail = (email: string): boolean => !/[<>()[\],;:"\\]|\p{Cc}/u.test(email)

/** UTF-16 units: enough to order titles. */
const TITLE_KEY_MAX = 120

/** Key for ordering titles, and for searches of one or two characters. */
export const titleKey = (title: string): string =>
  termKey(title).slice(0, TITLE_KEY_MAX).toWellFormed()

/** A search term never spans two of the texts. */
export const searchText = (texts: readonly string[]): string =>
  [...texts.map(searchKey), ...texts.flatMap(spelledKeys)].join('\n')

/** Marks the beginning of a word. Folded texts have no capitals, and no trigram index is without them. */
const WORD = 'QQ'

/**
 * A title and texts, and the beginnings of the title's words before them: the index that finds longer terms finds
 * short ones.
 */
export const titledText = (title: string, texts: readonly string[]): string =>
  `${[title, ...spelledKeys(title)].map((form) => startsOf(titleKey(form))).join('')}\n${searchText([title, ...texts])}`

export const searchedColumns = (title: string, texts: readonly string[]) => ({
  title_key: titleKey(title),
  search_text: titledText(title, texts),
})

/** @param title_key `titleKey` of a title */
export const startsOf = (title_key: string): string =>
  wordStarts(title_key)
    .map((start) => WORD + start)
    .join('')

/** Words of a term that are searched; further ones change next to nothing. */
const WORDS_MAX = 10

/** The words of a term, which a row has in any order. @param term by `termKey` */
export const wordsIn = (term: string): string[] =>
  term.split(' ').filter(Boolean).slice(0, WORDS_MAX)

/** `wordsIn` for rows with a `titledText`: a short word begins one of the title, unless others are sought with it. */
export function wordsSought(term: string): string[] {
  const words = wordsIn(term)
  return words.length === 1 ? words.map(soughtIn) : words
}

/** Form of the term that a `titledText` contains. */
export const soughtIn = (term: string): string => (isShort(term) ? WORD + term : term)

/** What is kept of a name in a key: letters and digits, and what is between them. */
const KEYED_NAME = /^[\p{L}\p{N}\p{M}\s_/-]{1,80}$/u

/** A key that another name does not have, except for accents. */
export const nameKey = (name: string): string => {
  const typed = name.normalize('NFKD')
  return KEYED_NAME.test(typed) ? slug(name) : `${slug(name)}-${sha256(titleKey(name)).slice(0, 8)}`
}

export const slug = (text: string): string => {
  const letters = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
  return cutText(letters.replace(/^-+|-+$/g, ''), 80) || 'row'
}

/** Letters and digits alone; umlauts and what is written instead of them are the same. */
export const folded = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/([aou])e/g, '$1')
