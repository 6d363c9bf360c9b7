import type { Palette } from '#contract/colours.ts'
import type { SiteKit } from '#contract/schemas/siteKit.ts'
import { KIT, type KitFacts, type SiteValues, withSiteValues } from '#contract/siteKit.ts'
import feeds from '../../locales/en/feeds.json' with { type: 'json' }
import mail from '../../locales/en/mail.json' with { type: 'json' }
import myData from '../../locales/en/myData.json' with { type: 'json' }
import pages from '../../locales/en/pages.json' with { type: 'json' }
import site from '../../locales/en/site.json' with { type: 'json' }
import translation from '../../locales/en/translation.json' with { type: 'json' }

/*
 * The site kit as the server uses it: what the community has set (docs/decisions/031-the-site-kit.md), and the default
 * for the rest.
 */

/** The texts of the server and the English ones of the site, by file, with `{{site}}` and `{{claim}}` in them. */
export const DEFAULT_TEXTS = { feeds, mail, myData, pages, translation } as const
export type KitTexts = typeof DEFAULT_TEXTS

export const DEFAULT_SITE = site

/** Texts of a file by their ids, such as `en/mail/activation.subject`, in their order. */
export const defaultTexts = (file: keyof KitTexts): [id: string, text: string][] =>
  leavesOf(DEFAULT_TEXTS[file], `en/${file}`, '/')

function leavesOf(part: unknown, path: string, separator: '/' | '.'): [id: string, text: string][] {
  if (typeof part === 'string') return [[path, part]]
  return Object.entries(part ?? {}).flatMap(([name, value]) =>
    leavesOf(value, `${path}${separator}${name}`, '.'),
  )
}

export type Kit = {
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
  /** For the head of every page; null while nothing is set. */
  readonly facts: KitFacts | null
} & KitLooks

/** What is made of a kit besides its texts. */
export type KitLooks = {
  /** Paths of the site -> names of the public files that stand there. */
  readonly files: ReadonlyMap<string, string>
  /** Markup of the symbol with the mark; empty without one. */
  readonly symbol: string
  /** Style rules for the end of the site's style sheet; empty without colours. */
  readonly styles: string
  /** Undefined without colours. */
  readonly palette?: Palette
}

const NO_LOOKS: KitLooks = { files: new Map(), symbol: '', styles: '' }

/** The kit in memory. Read it for each use: it changes while the server runs. */
export type KitSource = {
  readonly current: () => Kit
  /** The kit of a draft by its token, for previews; null for anything else. */
  readonly draft: (token: string) => Promise<Kit | null>
  /** Reads what is stored. */
  readonly reload: () => Promise<void>
}

/** @param read the stored kit */
export function makeKitSource(read: () => Promise<Kit>, draft: KitSource['draft']): KitSource {
  let kit = defaultKit()
  return {
    current: () => kit,
    draft,
    async reload() {
      kit = await read()
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

/** @param stamp null for the default kit */
export function composeKit(value: SiteKit, stamp: string | null, looks: KitLooks = NO_LOOKS): Kit {
  const name = value.name ?? site.name
  const values: SiteValues = { site: name, claim: value.claim ?? site.claim }
  const fill = (text: string) => withSiteValues(text, values)
  return {
    stamp,
    value,
    name,
    shortName: value.short_name ?? value.name ?? site.short_name,
    claim: values.claim,
    texts: composedTexts('en', DEFAULT_TEXTS, value.texts ?? {}, fill),
    fill,
    facts: stamp === null ? null : factsOf(value, stamp, name, looks),
    ...looks,
  }
}

/** All defaults. */
export const defaultKit = (): Kit => composeKit({}, null)

function factsOf(
  { book, pictures }: SiteKit,
  stamp: string,
  name: string,
  { symbol }: KitLooks,
): KitFacts {
  const [page] = book?.pages ?? []
  return {
    stamp,
    name,
    ...(symbol !== '' && { mark: true }),
    ...(pictures?.['hero-landing'] && { landing: true }),
    ...(book &&
      page && { book: { pages: book.pages.length, width: page.width, height: page.height } }),
  }
}

/**
 * Texts in the words of the community.
 * @param texts any tree of texts, such as a file by its name
 * @param overrides by language and path, such as `en/mail/activation.subject`
 */
export function composedTexts<Texts extends object>(
  language: string,
  texts: Texts,
  overrides: NonNullable<SiteKit['texts']>,
  fill: (text: string) => string,
): Texts {
  const composed = (part: unknown, path: string, separator: '/' | '.'): unknown => {
    if (typeof part === 'string') return fill(overrides[path]?.text ?? part)
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
  readonly kit: KitSource
}): string => deps.kit.current().value.contact ?? deps.settings.contactTo

/** What describes the site in pages, feeds and calendar files: its settings and its kit. */
export const siteOf = <Settings extends object>(deps: {
  readonly settings: Settings
  readonly kit: KitSource
}): Settings & { readonly kit: Kit } => ({ ...deps.settings, kit: deps.kit.current() })
