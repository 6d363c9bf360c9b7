import { FORMER_MEMBER } from '#contract/account.ts'
import { TEXT_MAX } from '#contract/fields.ts'
import type { MemberId } from '#contract/ids.ts'
import type { NameObstacle } from '#contract/sets.ts'
import { searchKey } from '#shared/search.ts'
import type { Read } from '../../db/rows.ts'
import { COMMAND_LINE } from '../../desk/audit.ts'
import { deskErrors } from '../../desk/errors.ts'
import { errors, refusal } from '../../http/errors.ts'
import { usernameKey } from '../../text/keys.ts'
import { type KeysOfName, keysAlike, latinKey } from '../../text/lookAlikes.ts'
import { isNameReserved, isNameTaken } from './nameRepository.ts'

/** Control, format and private characters, unassigned ones, blank letters. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u
/**
 * Unseen characters where a spelling needs them (UAX 31, UTS 51): in emoji; a joiner between letters of the Arabic
 * script, or at a virama of an Indian one; the selector of a Han form. Elsewhere they only hide something. Keys ignore
 * them, so they make no second name of one. Strings, because the linter does not know the flag.
 */
const INDIC = `[${'Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh'
  .split(' ')
  .map((script) => `\\p{Script=${script}}`)
  .join('')}]`
const VIRAMA = '[\\u094d\\u09cd\\u0a4d\\u0acd\\u0b4d\\u0bcd\\u0c4d\\u0ccd\\u0d4d\\u0dca]'
const ARABIC = '[\\p{Script=Arab}&&\\p{L}]'
const SPELLED = [
  '\\p{RGI_Emoji}|(?<=\\p{Extended_Pictographic})[\\ufe0e\\ufe0f]',
  `(?<=${ARABIC}\\p{M}*)\\u200c(?=${ARABIC})`,
  `(?<=${INDIC}${VIRAMA}\\p{M}*)(?:\\u200d|\\u200c(?=${INDIC}))`,
  `(?<=[\\u09b0\\u0cb0])[\\u200c\\u200d](?=${VIRAMA})`,
  '(?<=\\p{Script=Han})[\\ufe00-\\ufe02\\u{e0100}-\\u{e01ef}]',
]
const NEEDED = new RegExp(SPELLED.join('|'), 'gv')
/** The name with a plain character for each emoji, and without the other needed ones. */
const withoutNeeded = (name: string): string =>
  name.replace(NEEDED, (found) => (/^\p{Default_Ignorable_Code_Point}/u.test(found) ? '' : '.'))

/** A mark without a character to carry it. */
const STRAY_MARK = /(?:^|[\p{Z}\p{C}])\p{M}/u
/** The marks of one character as a reader sees it. */
const MARKS = /\p{M}+/gu
/**
 * Limits of marks above and below a letter; more reach into other lines. Everyday Burmese has four, all others three.
 */
const STACKED_MAX = { Myanmar: 4, others: 3 }
/** Limit including marks beside the letter. */
const MARKS_MAX = 6

/** Scripts in daily use (UAX 31, table 5). A name stays within one of them ... */
const SCRIPTS = (
  'Latin Greek Cyrillic Armenian Georgian Hebrew Arabic Ethiopic Thaana Devanagari Bengali Gurmukhi Gujarati ' +
  'Oriya Tamil Telugu Kannada Malayalam Sinhala Thai Lao Tibetan Myanmar Khmer'
).split(' ')
/** ... or of one of these combinations (UTS 39, highly restrictive). */
const MIXTURES = [
  ['Latin', 'Han', 'Hiragana', 'Katakana'],
  ['Latin', 'Han', 'Bopomofo'],
  ['Latin', 'Han', 'Hangul'],
]
const WRITING_SYSTEMS = [...SCRIPTS.map((script) => [script]), ...MIXTURES].map((scripts) => {
  const classes = ['Common', 'Inherited', ...scripts].map(
    (script) => `\\p{Script_Extensions=${script}}`,
  )
  return new RegExp(`^[${classes.join('')}]*$`, 'u')
})

function isOverloaded(marks: string): boolean {
  const all = [...marks]
  const stacked = all.filter((mark) => !/\p{Mc}/u.test(mark)).length
  const isBurmese = /^\p{Script=Myanmar}*$/u.test(marks)
  // A mark that comes twice looks as if it came once.
  if (new Set(all).size < all.length || all.length > MARKS_MAX) return true
  return stacked > (isBurmese ? STACKED_MAX.Myanmar : STACKED_MAX.others)
}

/** Letters and digits alone, without accents: no spelling of a reserved name is free. */
const bare = (key: string): string => searchKey(key).replace(/[^\p{L}\p{N}]/gu, '')

/** Names in the audit log for changes that no account made. */
const SYSTEM_NAMES = new Set(
  [
    COMMAND_LINE.username,
    FORMER_MEMBER,
    'former member',
    'the command line',
    'the server',
    'server',
    'system',
  ].map(bare),
)
const isOfSystem = (name: KeysOfName): boolean =>
  keysAlike(name).some((key) => SYSTEM_NAMES.has(bare(key)))

export type NewName = KeysOfName & { readonly username: string }

/**
 * A username as it is stored: trimmed, visible, on one line, of one writing system.
 * @param attr the field that a refusal names
 * @throws Refusal
 */
export function nameToStore(typed: string, attr = 'username'): NewName {
  const username = typed.trim()
  const username_key = usernameKey(username)
  if (username_key === '') throw errors.blank(attr)
  // Compatibility forms, such as mathematical letters, count as what they look like.
  const visible = withoutNeeded(username)
  const plain = visible.normalize('NFKC')
  const hasStray = STRAY_MARK.test(plain) || (plain.match(MARKS) ?? []).some(isOverloaded)
  if (UNSEEN.test(visible) || hasStray) throw refusal(400, 'unseen_characters', { attr })
  if (!WRITING_SYSTEMS.some((system) => system.test(plain)))
    throw refusal(400, 'mixed_scripts', { attr })
  // Folding can lengthen a text (one character becomes eighteen); an index takes no more than this.
  if ([...username_key].length > TEXT_MAX) throw errors.tooLong(attr, TEXT_MAX)
  return { username, username_key, latin_key: latinKey(username_key) }
}

/**
 * The reason why a name is not free; null when it is.
 * @param member who may have their own present and former names, and names that look like them
 */
export async function nameObstacle(
  w: Read,
  name: KeysOfName,
  member?: MemberId,
): Promise<NameObstacle | null> {
  if (isOfSystem(name) || (await isNameTaken(w, name, member))) return 'username_exists'
  return (await isNameReserved(w, name, member)) ? 'name_kept' : null
}

/** Asserts that the desk may give the name to an account. @throws Refusal */
export function assertFreeName(obstacle: NameObstacle | null): void {
  if (obstacle === 'username_exists') throw deskErrors.nameTaken()
  if (obstacle === 'name_kept') throw deskErrors.nameKept()
}
