/**
 * Two names that a reader cannot tell apart are one: compatibility forms folded, lower case, no invisible
 * signs, one blank where there are several.
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
 * Control characters but tab and line breaks, and noncharacters: XML 1.0 cannot carry them, and a terminal obeys
 * them. Not a regular expression literal, because linters take the control characters in it for a slip.
 */
const UNPRINTABLE = '[\\0-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f\\ufdd0-\\ufdef\\ufffe\\uffff]'
const HAS_UNPRINTABLE = new RegExp(UNPRINTABLE)
const EACH_UNPRINTABLE = new RegExp(UNPRINTABLE, 'g')

/** Every database and JSON writer takes it: no U+0000 and no lone surrogate. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

/** Text that can also go into feeds, mails and terminals. */
export const isPrintable = (text: string): boolean =>
  text.isWellFormed() && !HAS_UNPRINTABLE.test(text)

/** Stored text as it can go into feeds and mails, also when it is older than the check at the edge. */
export const printable = (text: string): string => text.toWellFormed().replace(EACH_UNPRINTABLE, '')

/** The form of an e-mail address that uniqueness is about. */
export const emailKey = (email: string): string => email.trim().toLowerCase()

/** Signs and letters that stand for plain ones although they have no mark to lose, by the plain one. */
const PLAIN = {
  "'": '‘’‛ʼ′`',
  '"': '“”„‟«»',
  '-': '‐‒–—−',
  ss: 'ß',
  ae: 'æ',
  oe: 'œ',
  o: 'ø',
  d: 'ðđ',
  th: 'þ',
  l: 'ł',
  i: 'ı',
  σ: 'ς',
}
const PLAIN_OF = new Map(
  Object.entries(PLAIN).flatMap(([plain, signs]) => [...signs].map((sign) => [sign, plain])),
)
const NOT_PLAIN = new RegExp(`[${[...PLAIN_OF.keys()].join('')}]`, 'g')

/**
 * What searching compares: no marks, no case, plain quotes and hyphens, one blank where there are several.
 * `Élan` -> `elan`, `Ægir’s  hall` -> `aegir's hall`.
 */
export const searchKey = (text: string): string =>
  decomposed(text.replace(UNSEEN, ''))
    .replace(UNSEEN, '')
    .toLowerCase()
    .replace(NOT_PLAIN, (sign) => PLAIN_OF.get(sign) ?? sign)
    .replace(/\s+/g, ' ')

const UNSEEN = /[\p{M}\p{Default_Ignorable_Code_Point}]/gu

/** One sign can become eighteen; letters of all languages become four at most. */
const GROWTH_MAX = 4
/** Titles and search terms are never cut. UTF-16 units. */
const UNCUT = 8000
/** Decomposed at a time, so that what will be cut is not decomposed. UTF-16 units. */
const PIECE = 4096

/** @param text without marks: putting many of them in order takes time by the square of their number */
function decomposed(text: string): string {
  const room = Math.max(UNCUT, GROWTH_MAX * text.length)
  let parts = ''
  for (let at = 0; at < text.length && parts.length < room; ) {
    const isPair = (text.codePointAt(at + PIECE - 1) ?? 0) > 0xffff
    const end = at + PIECE + (isPair ? 1 : 0)
    parts += text.slice(at, end).normalize('NFKD')
    at = end
  }
  return parts.length <= room ? parts : parts.slice(0, room).toWellFormed()
}

/** Folding lengthens some signs; the order of two titles is settled long before this. UTF-16 units. */
const TITLE_KEY_MAX = 120

/** What titles are ordered by, and what a search for one or two letters compares. */
export const titleKey = (title: string): string =>
  searchKey(title).trim().slice(0, TITLE_KEY_MAX).toWellFormed()

/** All texts of a thing as one that a search looks through; a term never reaches from one into the next. */
export const searchText = (texts: readonly string[]): string => texts.map(searchKey).join('\n')
