import { TEXT_MAX } from '#contract/limits.ts'
import { errors } from '../http/errors.ts'
import { usernameKey } from './keys.ts'
import { latinKey } from './lookAlikes.ts'

/** Control, format and private characters, unassigned ones, letters that are blank. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u
/** Marks without a letter before them, or so many that they reach into the lines above and below. */
const STRAY_MARKS = /^\p{M}|\p{M}{4}/u

/** Scripts in daily use (UAX 31, table 5). A name stays within one of them ... */
const SCRIPTS = [
  ...[
    'Latin',
    'Greek',
    'Cyrillic',
    'Armenian',
    'Georgian',
    'Hebrew',
    'Arabic',
    'Ethiopic',
    'Thaana',
  ],
  ...['Devanagari', 'Bengali', 'Gurmukhi', 'Gujarati', 'Oriya', 'Tamil', 'Telugu', 'Kannada'],
  ...['Malayalam', 'Sinhala', 'Thai', 'Lao', 'Tibetan', 'Myanmar', 'Khmer'],
]
/** ... or of one of these mixtures, which are daily writing themselves (UTS 39, highly restrictive). */
const MIXTURES = [
  ['Latin', 'Han', 'Hiragana', 'Katakana'],
  ['Latin', 'Han', 'Bopomofo'],
  ['Latin', 'Han', 'Hangul'],
]
const WRITINGS = [...SCRIPTS.map((script) => [script]), ...MIXTURES].map((scripts) => {
  const signs = ['Common', 'Inherited', ...scripts].map((one) => `\\p{Script_Extensions=${one}}`)
  return new RegExp(`^[${signs.join('')}]*$`, 'u')
})

export type NewName = {
  readonly username: string
  readonly username_key: string
  /** See `latinKey`. */
  readonly latin_key: string | null
}

/**
 * A display name as it is stored: trimmed, visible, on one line, of one script.
 * @param attr the field that a refusal names
 * @throws Refusal
 */
export function nameToStore(typed: string, attr = 'username'): NewName {
  const username = typed.trim()
  const username_key = usernameKey(username)
  if (username_key === '') throw errors.blank(attr)
  // Compatibility forms, such as mathematical letters, count as what they look like.
  const plain = username.normalize('NFKC')
  if (UNSEEN.test(username) || STRAY_MARKS.test(plain)) throw errors.unseenCharacters(attr)
  if (!WRITINGS.some((writing) => writing.test(plain))) throw errors.mixedScripts(attr)
  // Folding can make a text longer (one sign becomes eighteen); an index takes no more than this.
  if ([...username_key].length > TEXT_MAX) throw errors.tooLong(attr, TEXT_MAX)
  return { username, username_key, latin_key: latinKey(username_key) }
}
