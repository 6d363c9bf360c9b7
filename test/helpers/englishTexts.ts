import { readdirSync } from 'node:fs'
import { ENGLISH, LOCALES, type TextTree, textsOfFile } from '#server/config/locales.ts'

/*
 * Finds English in what the site, the desk and the server say in German: texts of `locales/en` that have a translation,
 * and words that no German sentence has.
 */

const filesOf = (language: string): string[] =>
  readdirSync(`${LOCALES}/${language}`).filter((name) => name.endsWith('.json'))

const leaves = (
  part: TextTree[string] | undefined,
  path: string,
): (readonly [string, string])[] => {
  if (typeof part === 'string') return [[path, part]]
  if (part === undefined) return []
  return Object.entries(part).flatMap(([name, one]) => leaves(one, `${path}.${name}`))
}
/** Texts of a language by file and key. */
export const textsByKey = (language: string): ReadonlyMap<string, string> =>
  new Map(
    filesOf(language).flatMap((name) => {
      const file = name.slice(0, -'.json'.length)
      return leaves(textsOfFile(language, file), file)
    }),
  )

/** Placeholders, tags, the target of a link, marks of Markdown, and `||||` between plural forms. */
const HOLES = /\{\{[^}]*\}\}|%\{[^}]*\}|<[^>]*>|\]\([^)]*\)|https?:\/\/\S*|\*\*|\|{4}|[[\]\n]/

/** As it is compared: what draws a text may change case, spaces and marks. */
const plain = (text: string): string => text.toLowerCase().replaceAll(/\s+/g, ' ').trim()

const wordsIn = (text: string): number => text.match(/\p{L}{2,}/gu)?.length ?? 0

type Known = {
  readonly text: string
  /** The longest part without a placeholder. */
  readonly part: string
  readonly pattern: RegExp
}

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
const letter = String.raw`[\p{L}\p{N}]`
/** Any value of a placeholder, within its line. */
const VALUE = '.{0,200}?'

function known(text: string): Known {
  const parts = text.split(HOLES).map((part) => part.toLowerCase().replaceAll(/\s+/g, ' '))
  const [part = ''] = parts.map((one) => one.trim()).sort((one, other) => other.length - one.length)
  const source = parts.map(escaped).join(VALUE).trim()
  return { text, part, pattern: new RegExp(`(?<!${letter})${source}(?!${letter})`, 'u') }
}

/** English texts of two words or more whose German differs. */
function knownTexts(): readonly Known[] {
  const german = textsByKey('de')
  const all = plain([...german.values()].join('\n'))
  const texts = [...textsByKey(ENGLISH)].flatMap(([key, text]) =>
    text === german.get(key) ? [] : [text],
  )
  return [...new Set(texts)]
    .filter((text) => wordsIn(text.replaceAll(new RegExp(HOLES, 'g'), ' ')) >= 2)
    .map(known)
    .filter(({ part }) => wordsIn(part) >= 1 && !all.includes(part))
}

/** Words of English sentences that no German one has, and names of days and months. */
const STOP_WORDS = `
  the and you your yours with from this that these those have has are is were of for to by we our they their them what
  when where which who how can can’t don’t isn’t couldn’t didn’t doesn’t won’t it’s you’re we’re please been if but
  there here than then after before only its his each every one two any some yes
  monday tuesday wednesday thursday friday saturday sunday january february march may june july october december
  today tomorrow yesterday ago hours minutes days weeks`
const STOP = new RegExp(
  String.raw`(?<![\p{L}\p{N}_@/.&=%-])(?:${STOP_WORDS.trim().replaceAll(/\s+/g, '|')})(?![\p{L}\p{N}_@/=-]|\.\p{L})`,
  'iu',
)

/** English dates and times of day, such as "Wed 9 Dec" and "3 pm". */
const DATED =
  /(?<!\p{L})(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun),? \d|\d{1,2} (?:Jan|Feb|Mar|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)|\d ?[ap]m)(?![\p{L}.])/u

let texts: readonly Known[] | undefined

/**
 * The English of texts that are shown, one a line.
 * @param contents what members and staff have written, whose words need no German
 */
export function englishIn(shown: string, contents: readonly string[] = []): string[] {
  texts ??= knownTexts()
  const whole = plain(shown)
  const near = texts.filter(({ part }) => whole.includes(part))
  const lines = new Set(shown.split('\n').map((line) => line.trim()))
  return [...lines].flatMap((line) => {
    const compared = plain(line)
    const found = near.find(
      ({ part, pattern }) => compared.includes(part) && pattern.test(compared),
    )
    if (found) return [`“${line}” has the English text “${found.text}”`]
    const [word] = STOP.exec(without(contents, line)) ?? DATED.exec(line) ?? []
    return word === undefined ? [] : [`“${line}” has the English word “${word}”`]
  })
}

/** Names and licences that are the same in every language. */
const NAMES = ['CC BY']

/** The line without contents, the longest first. Lines without an English word need no search. */
function without(contents: readonly string[], line: string): string {
  if (!STOP.test(line)) return line
  return [...contents, ...NAMES]
    .filter((content) => STOP.test(content) && line.includes(content))
    .sort((one, other) => other.length - one.length)
    .reduce((left, content) => left.replaceAll(content, ' '), line)
}
