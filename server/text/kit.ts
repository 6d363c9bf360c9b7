import type { Palette } from '#contract/colours.ts'
import { KIT, type KitFacts, type MarkLook } from '#contract/pages.ts'
import { SITE_PARTS, type SiteKit, type SitePart } from '#contract/siteKit.ts'
import { addDateWords } from '#shared/dateWords.ts'
import { withSiteValues } from '#shared/kit.ts'
import { listed } from '#shared/lists.ts'
import { ENGLISH } from '../config/locales.ts'
import { type Texts, textsIn } from './languages.ts'

/*
 * The site kit as the server uses it: what the community has set (docs/decisions/060-the-site-kit.md), and the default
 * for the rest.
 */

export type KitTexts = Texts

/** Facts of the site in English, before the community has set anything. */
export const DEFAULT_SITE = textsIn(ENGLISH).site

/** Texts of a file by their ids, such as `en/mail/activation.subject`, in their order. */
export const defaultTexts = (
  file: keyof KitTexts,
  language: string = ENGLISH,
): [id: string, text: string][] => leavesOf(textsIn(language)[file], `${language}/${file}`, '/')

function leavesOf(part: unknown, path: string, separator: '/' | '.'): [id: string, text: string][] {
  if (typeof part === 'string') return [[path, part]]
  return Object.entries(part ?? {}).flatMap(([name, value]) =>
    leavesOf(value, `${path}${separator}${name}`, '.'),
  )
}

export type Kit = {
  /** Two letters. */
  readonly language: string
  /** The languages that the site is served in, the main one first. */
  readonly languages: readonly string[]
  /** The same kit in another language; in the main one if the site is not served in it. */
  readonly in: (language: string | null | undefined) => Kit
  /** Changes with every change of the kit; null while nothing is set. */
  readonly stamp: string | null
  /** What the community has set. */
  readonly value: SiteKit
  readonly name: string
  readonly shortName: string
  readonly claim: string
  /** Complete, in the words of the community. */
  readonly texts: KitTexts
  /** Fills `{{site}}` and `{{claim}}` in a text that is no file of `texts`. */
  readonly fill: (text: string) => string
  /** Facts in the head of every page; null while nothing is set. */
  readonly facts: KitFacts | null
} & KitLooks

/** What a site shows where its community has set nothing. */
export type KitBase = {
  /** Texts in other words than those of the product, by id. */
  readonly texts: Readonly<Record<string, string>>
  /** False where there is no book until one is uploaded. */
  readonly hasBook: boolean
  /** Hidden until the community shows them. */
  readonly hidden: readonly SitePart[]
}

/** The words and the book of the demonstration. */
export const PRODUCT: KitBase = { texts: {}, hasBook: true, hidden: [] }

/** What is made of a kit besides its texts. */
export type KitLooks = {
  /** Paths of the site -> names of the public files that stand there. */
  readonly files: ReadonlyMap<string, string>
  readonly mark: MarkLook | null
  /** Style rules for the end of the site's style sheet; empty without colours. */
  readonly styles: string
  /** Undefined without colours. */
  readonly palette?: Palette
}

const NO_LOOKS: KitLooks = { files: new Map(), mark: null, styles: '' }

/** The kit in memory. Read it for each use: it changes while the server runs. */
export type KitSource = {
  readonly current: () => Kit
  /** The kit of a draft by its token, for previews; null for anything else. */
  readonly draft: (token: string) => Promise<Kit | null>
  /** Reads what is stored; dates are written in its words from then on. */
  readonly reload: () => Promise<void>
}

export function makeKitSource(
  read: () => Promise<Kit>,
  draft: KitSource['draft'],
  languages?: readonly string[],
): KitSource {
  let kit = defaultKit(languages)
  return {
    current: () => kit,
    draft,
    async reload() {
      kit = await read()
      for (const language of kit.languages)
        addDateWords(language, kit.in(language).texts.translation.dates)
    },
  }
}

/** What is made of a kit, made once for each. */
export function perKit<Value>(make: (kit: Kit) => Value): (kit: Kit) => Value {
  const made = new WeakMap<Kit, { readonly value: Value }>()
  return (kit) => {
    const known = made.get(kit)
    if (known !== undefined) return known.value
    const value = make(kit)
    made.set(kit, { value })
    return value
  }
}

type Around = {
  readonly looks?: KitLooks
  /** The main one first. */
  readonly languages?: readonly string[]
  /** Lies below the value. */
  readonly base?: KitBase
}

/** The kit in the main language. @param stamp null for the default kit */
export function composeKit(
  value: SiteKit,
  stamp: string | null,
  { looks = NO_LOOKS, languages = [ENGLISH], base = PRODUCT }: Around = {},
): Kit {
  const [main = ENGLISH] = languages
  const made = new Map<string, Kit>()
  const kitIn: Kit['in'] = (wanted) => {
    const language = languages.find((one) => one === wanted) ?? main
    const known = made.get(language)
    if (known !== undefined) return known
    const words = wordsOf(value, language, base.texts)
    const named = { stamp, value, language, languages, in: kitIn, ...words, ...looks }
    const kit = { ...named, facts: stamp === null ? null : factsOf(named, stamp, base) }
    made.set(language, kit)
    return kit
  }
  return kitIn(main)
}

function wordsOf(value: SiteKit, language: string, base: KitBase['texts']) {
  const texts = textsIn(language)
  const { site } = texts
  const name = value.name ?? site.name
  const claim = value.claim ?? base[`${language}/site/claim`] ?? site.claim
  const fill = (text: string) => withSiteValues(text, { site: name, claim })
  return {
    name,
    shortName: value.short_name ?? value.name ?? site.short_name,
    claim,
    texts: composedTexts(language, texts, { own: value.texts ?? {}, base, fill }),
    fill,
  }
}

export const defaultKit = (languages?: readonly string[]): Kit =>
  composeKit({}, null, languages && { languages })

function factsOf(
  { value, name, mark }: Pick<Kit, 'value' | 'name' | 'mark'>,
  stamp: string,
  base: KitBase,
): KitFacts {
  const { book, pictures } = value
  const [page] = book?.pages ?? []
  const hidden = SITE_PARTS.filter((part) => value.hidden?.[part] ?? base.hidden.includes(part))
  return {
    stamp,
    name,
    ...(mark && { mark }),
    ...(pictures?.['hero-landing'] && { landing: true }),
    ...(book && page
      ? { book: { pages: book.pages.length, width: page.width, height: page.height } }
      : !base.hasBook && { book: null }),
    ...(hidden.length > 0 && { hidden }),
  }
}

type Words = {
  /** Texts of the community by language and path, such as `en/mail/activation.subject`. */
  readonly own: NonNullable<SiteKit['texts']>
  readonly base: KitBase['texts']
  readonly fill: Kit['fill']
}

/** Texts in the words of the community. @param texts any tree of texts, such as a file by its name */
function composedTexts<Texts extends object>(
  language: string,
  texts: Texts,
  { own, base, fill }: Words,
): Texts {
  const composed = (part: unknown, path: string, separator: '/' | '.'): unknown => {
    if (typeof part === 'string') return fill(own[path]?.text ?? base[path] ?? part)
    if (typeof part !== 'object' || part === null) return part
    const entries = Object.entries(part).map(
      ([name, value]) => [name, composed(value, `${path}${separator}${name}`, '.')] as const,
    )
    return Array.isArray(part) ? entries.map(([, value]) => value) : Object.fromEntries(entries)
  }
  const files = Object.entries(texts).map(
    ([file, part]) => [file, composed(part, `${language}/${file}`, '/')] as const,
  )
  return Object.fromEntries(files) as Texts
}

/** URL of a file that follows the kit. */
export const kitPath = ({ stamp }: Pick<Kit, 'stamp'>, path: string): string =>
  stamp === null ? path : `${path}?${KIT}=${stamp}`

/** Address of the team: that of the kit, else that of the settings. */
export const contactOf = (deps: {
  readonly settings: { readonly contactTo: string }
  readonly kit: Pick<KitSource, 'current'>
}): string => deps.kit.current().value.contact ?? deps.settings.contactTo

/** What describes the site in pages, feeds and calendar files: its settings and its kit. */
export const siteOf = <Settings extends object>(deps: {
  readonly settings: Settings
  readonly kit: Pick<KitSource, 'current'>
}): Settings & { readonly kit: Kit } => ({ ...deps.settings, kit: deps.kit.current() })

type Values = Readonly<Record<string, string | number | undefined>>

export const fillIn = (sentence: string, values: Values): string =>
  sentence.replace(/{{(\w+)}}/g, (_all, name: string) => String(values[name] ?? ''))

/** Names that a text lists at most. */
const LISTED_MAX = 10

/** "Ann, Ben and 3 more" */
export function someOf(
  { language, texts }: Pick<Kit, 'language' | 'texts'>,
  names: readonly string[],
  max = LISTED_MAX,
): string {
  const more = fillIn(texts.mail.layout.more, { count: names.length - max })
  return listed(names.length > max ? [...names.slice(0, max), more] : names, language)
}

/** The code of conduct in the language of the kit, else in the main one; undefined without one. */
export function conductText({ value, language, languages: [main = language] }: Kit) {
  const written = (one: string) =>
    value.legal_in?.[one]?.conduct ?? (one === main ? value.legal?.conduct : undefined)
  return written(language)?.trim() || written(main)?.trim() || undefined
}
