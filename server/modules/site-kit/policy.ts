import { KIT_TEXT_FILES, type KitProblem, type SiteKit, type SiteText } from '#contract/siteKit.ts'
import { languageFolders } from '../../config/locales.ts'
import { deskErrors } from '../../desk/errors.ts'
import { Refusal } from '../../http/errors.ts'
import { defaultTexts, type KitBase } from '../../text/kit.ts'
import { type Sentence, said } from '../../text/sentence.ts'
import { type ContrastFault, contrastFaults } from './palette.ts'

export const problemsOf = ({ texts = {}, colours }: SiteKit): FoundProblem[] => [
  ...(colours ? contrastFaults(colours).map(faultProblem) : []),
  ...textProblems(texts),
]

const faultProblem = ({ theme, colour, front, ground, contrast, least }: ContrastFault) => ({
  place: `colours.${theme}.${colour}`,
  problem: said('kit.contrast', {
    front: said(`kit.seen.${front}`),
    ground: said(`kit.seen.${ground}`),
    contrast,
    least,
  }),
})

/** @throws Refusal with the first problem */
export function assertSound(kit: SiteKit): void {
  const [first] = problemsOf(kit)
  if (first !== undefined) throw new Refusal(400, 'kit', first.problem, first.place)
}

/** The kit in use and the draft, by what names them. */
export type Based = { readonly base_id: number; readonly draft_at: string | null }

/** Two superusers may work at the same time: the second one first sees what has changed. @throws Refusal */
export function assertUnchanged(sent: Based, found: Based): void {
  if (sent.base_id !== found.base_id || sent.draft_at !== found.draft_at)
    throw deskErrors.kitChanged()
}

type FoundProblem = Omit<KitProblem, 'problem'> & { readonly problem: Sentence }

/**
 * Texts that stay: the name, which has a field of its own, labels of sorting, which clients know, and names of tables
 * and columns.
 */
const FIXED =
  /^[a-z]{2}\/(translation\/(navbar\.brand|glossary\.(newest_first|oldest_first|alphabetical))$|myData\/(tables|columns)\.)/

/** Texts whose section disappears without them (docs/behaviour/additions.md). */
const MAY_BE_EMPTY =
  /^[a-z]{2}\/translation\/(footer\.funding|landing_page\.(kicker|what_to_do|for_whom_\w+|introduction(_title|_\d)|place_\w+)|initiative\.(what|schools|people|online)_\w+)$/

/**
 * Every text that a community may put in other words, by language in the order of its file.
 * @param base what the site shows in place of the words of the product
 */
export const listTexts = (languages: readonly string[], base: KitBase['texts'] = {}): SiteText[] =>
  languages
    .flatMap((language) => KIT_TEXT_FILES.flatMap((file) => textsIn(file, language)))
    .map((one) => ({ ...one, text: base[one.id] ?? one.text }))

const textsIn = (file: SiteText['file'], language: string): SiteText[] =>
  defaultTexts(file, language)
    .filter(([id]) => !FIXED.test(id))
    .map(([id, text]) => ({
      id,
      text,
      file,
      area: id.slice(`${language}/${file}/`.length).split('.', 1)[0] ?? '',
      may_be_empty: MAY_BE_EMPTY.test(id),
    }))

const languageIn = (id: string): string => id.split('/', 1)[0] ?? ''

/** The languages of these ids that have a folder, whether the site is served in them or not. */
export function languagesOf(ids: readonly string[]): string[] {
  const named = new Set(ids.map(languageIn))
  return languageFolders().filter((language) => named.has(language))
}

/** What is wrong with texts of a kit. A text that has gone with a new version is left alone. */
export function textProblems(texts: NonNullable<SiteKit['texts']>): FoundProblem[] {
  const known = new Map(listTexts(languagesOf(Object.keys(texts))).map((one) => [one.id, one]))
  return Object.entries(texts).flatMap(([id, { text }]) => {
    const original = known.get(id)
    const problem =
      original === undefined
        ? FIXED.test(id)
          ? said('kit.fixed')
          : undefined
        : problemOf(text, original)
    return problem === undefined ? [] : [{ place: `texts.${id}`, problem }]
  })
}

/** Values of the site may be used in any text, and left out of any. */
const OF_SITE = new Set(['site', 'claim'])
/** A text in the singular may leave out its number. */
const MAY_LACK = new Set(['count'])
const valuesIn = (text: string): Set<string> =>
  new Set([...text.matchAll(/{{(\w+)}}/g)].map(([, name = '']) => name))

/** Characters that turn the direction of what follows, and control characters except line breaks. */
const HIDDEN = /[\u202a-\u202e\u2066-\u2069]|(?!\n)\p{Cc}/u

function problemOf(text: string, original: SiteText): Sentence | undefined {
  if (text.trim() === '') return original.may_be_empty ? undefined : said('kit.empty')
  if (HIDDEN.test(text)) return said('kit.hidden')
  if (!original.text.includes('\n') && text.includes('\n')) return said('kit.one_line')
  const [own, wanted] = [valuesIn(text), valuesIn(original.text)]
  const unknown = [...own].find((name) => !wanted.has(name) && !OF_SITE.has(name))
  if (unknown !== undefined) return said('kit.no_such_value', { name: `{{${unknown}}}` })
  const missing = [...wanted].find(
    (name) => !own.has(name) && !OF_SITE.has(name) && !MAY_LACK.has(name),
  )
  if (missing !== undefined) return said('kit.keep_value', { name: `{{${missing}}}` })
  return /\{\{|\}\}|\$t\(/.test(text.replace(/{{\w+}}/g, '')) ? said('kit.braces') : undefined
}
