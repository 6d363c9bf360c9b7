import plainLetters from './plainLetters.json' with { type: 'json' }

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

/** Also valid in feeds, mails and terminals. */
export const isPrintable = (text: string): boolean =>
  text.isWellFormed() && !HAS_UNPRINTABLE.test(text)

/** For stored text from before `isPrintable` was checked. */
export const printable = (text: string): string => text.toWellFormed().replace(EACH_UNPRINTABLE, '')

/** The unique form of an e-mail address. */
export const emailKey = (email: string): string => email.trim().toLowerCase()

/** Without characters that mail programs read as several e-mail addresses, or as a name with an e-mail address. */
export const isBareEmail = (email: string): boolean => !/[<>()[\],;:"\\]|\p{Cc}/u.test(email)

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

/** UTF-16 units: enough to order titles. */
const TITLE_KEY_MAX = 120

/** For ordering titles, and for searches of one or two characters. */
export const titleKey = (title: string): string =>
  searchKey(title).trim().slice(0, TITLE_KEY_MAX).toWellFormed()

/** A search term never spans two of the texts. */
export const searchText = (texts: readonly string[]): string => texts.map(searchKey).join('\n')
