import { defaultI18nProvider, type I18nProvider, localStorageStore } from 'react-admin'
import { PAGE_LANGUAGES } from '#contract/pages.ts'
import { addDateWords, type DateWords } from '#shared/dateWords.ts'
import { isRightToLeft } from '#shared/direction.ts'
import { listed as listedIn } from '#shared/lists.ts'
import { inLanguage } from '#shared/namedLanguage.ts'
import english from '../locales/en/desk.json'

type KeyOf<Tree> = {
  [Name in keyof Tree & string]: Tree[Name] extends string ? Name : `${Name}.${KeyOf<Tree[Name]>}`
}[keyof Tree & string]

/** A key of locales/en/desk.json; anything else does not compile. */
export type TextKey = KeyOf<typeof english>
export type DeskResource = keyof typeof english.resources
/** What a part of the texts names: the columns of cards, the files of public/icons/game, or all resources. */
export const keysOf = (part: 'cards' | 'icons' | 'resources'): string[] =>
  Object.keys(english[part])
export const deskResources = keysOf('resources')
export const isDeskResource = (name: string): name is DeskResource => deskResources.includes(name)

type Texts = { readonly [name: string]: string | Texts }

/** What the page was to speak when it began; its texts may have failed to load. */
let wanted = 'en'
let language = wanted
let texts: Texts = english

export const deskLanguage = (): string => language
export const isDeskRightToLeft = (): boolean => isRightToLeft(language)
/** Locale of dates, numbers, names and order; the English of the desk is British. */
export const deskLocale = (): string => (language === 'en' ? 'en-GB' : language)

/** The languages of the site, the main one first: what the page announces; where there is one, the page is in it. */
export const siteLanguages = (): readonly string[] => {
  const tag = document.querySelector<HTMLMetaElement>(`meta[name="${PAGE_LANGUAGES}"]`)
  return tag?.content.split(' ') ?? [document.documentElement.lang || language]
}

/** A link that sends its language: by itself it sends those of the browser. */
export const inDeskLanguage = (url: string): string =>
  siteLanguages().length > 1 ? inLanguage(url, language) : url

/** What was chosen in this browser, else the first of the browser's languages that is served. */
function wantedLanguage(): string {
  const languages = siteLanguages()
  const ofBrowser = navigator.languages.map((tag) => tag.split('-', 1)[0])
  const wishes: unknown[] = [localStorageStore().getItem('locale'), ...ofBrowser, languages[0]]
  const isServed = (wish: unknown): wish is string => languages.some((one) => one === wish)
  return wishes.find(isServed) ?? language
}

/** Chooses the language and loads its texts; the modules of the pages are to be imported afterwards. */
export async function speak(): Promise<void> {
  wanted = wantedLanguage()
  if (wanted !== language) await load(wanted)
  const { documentElement: root } = document
  root.lang = language
  if (isDeskRightToLeft()) root.dir = 'rtl'
  else root.removeAttribute('dir')
}

async function load(name: string): Promise<void> {
  try {
    const [loaded, site] = (await Promise.all([
      import(`../locales/${name}/desk.json`),
      import(`../locales/${name}/translation.json`),
    ])) as [{ readonly default: Texts }, { readonly default: { readonly dates?: DateWords } }]
    addDateWords(name, site.default.dates)
    await defaultI18nProvider.changeLocale(name)
    texts = loaded.default
    language = name
  } catch {
    // The desk speaks English without these texts.
  }
}

const textAt = (tree: Texts, key: string): string | undefined => {
  const found = key
    .split('.')
    .reduce<unknown>((part, name) => (part as Texts | undefined)?.[name], tree)
  return typeof found === 'string' ? found : undefined
}

const phraseOf = (key: string): string | undefined => textAt(texts, key) ?? textAt(english, key)

/** Many resources, and lists within them, have a field of the same name. */
const FIELD = /^resources\.[\w-]+\.fields\.(?:\w+\.)*(?=\w+$)/

/** The desk's texts, and react-admin's own where the desk has none. Polyglot fills in values and plural forms. */
export const i18nProvider: I18nProvider = {
  ...defaultI18nProvider,
  translate: (key, options) => {
    const phrase = phraseOf(key) ?? phraseOf(key.replace(FIELD, 'fields.'))
    return phrase === undefined
      ? defaultI18nProvider.translate(key, options)
      : defaultI18nProvider.translate(`desk.${key}`, { ...options, _: phrase })
  },
  getLocale: deskLanguage,
  getLocales: () =>
    siteLanguages().map((locale) => ({ locale, name: languageName(locale, locale) })),
  // react-admin has stored the choice. The page begins anew, as texts are in modules, too.
  changeLocale: (chosen) =>
    chosen !== wanted && siteLanguages().includes(chosen)
      ? new Promise(() => window.location.reload())
      : Promise.resolve(),
}

/** @param locale of the name, by default that of the desk */
export const languageName = (code: string, locale = deskLocale()): string =>
  new Intl.DisplayNames(locale, { type: 'language' }).of(code) ?? code

type Values = Readonly<Record<string, string | number>>

/** @param values for `%{name}` in the text; `smart_count` chooses the plural form */
export const t = (key: TextKey, values?: Values): string => i18nProvider.translate(key, values)

/** Text of a key that is made of data, such as an action of the audit log. */
export const textOr = (key: string, fallback: string, values?: Values): string =>
  i18nProvider.translate(key, { ...values, _: fallback })

/** @param count 1 for what one of its records is called */
export const resourceName = (resource: string, count = 2): string =>
  textOr(`resources.${resource}.name`, resource, { smart_count: count })

/** What people call a value of a closed set, such as the state of a record. */
export const wordOf = (value: string): string => textOr(`sets.${value}`, value)

export const capital = (text: string): string => {
  const [first = '', ...rest] = text
  return first.toLocaleUpperCase(deskLocale()) + rest.join('')
}

/** "Vex, Mira and Ansa" */
export const listed = (names: readonly string[]): string => listedIn(names, deskLocale())
