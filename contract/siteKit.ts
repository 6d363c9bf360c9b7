/** Characters of the name of the community. */
export const SITE_NAME_MAX = 100
/** Characters of its short name, below the icon of an installed site. */
export const SHORT_NAME_MAX = 30
/** Characters of its claim, a line about what it is. */
export const CLAIM_MAX = 200
/** Characters of a text of the site in other words. */
export const SITE_TEXT_MAX = 2000
/** Most texts in other words, in all languages together. */
export const SITE_TEXTS_MAX = 6000
/** Languages with legal texts of their own. */
export const LEGAL_LANGUAGES_MAX = 20
/** Most pages of the rulebook. */
export const BOOK_PAGES_MAX = 24
/** Values of the kit that can be restored. */
export const KIT_STATES_MAX = 20

/** Name of the `<meta>` element that announces a kit, and of the query parameter of what the kit can change. */
export const KIT = 'kit'
/** The stamp of a draft is a signed token, that of a saved kit a number. */
export const isDraftStamp = (stamp: string): boolean => stamp.includes('.')

/** Sources of a kit; `starter` is what an empty database starts with, `draft` one of earlier versions that was never in use. */
export const KIT_SOURCES = ['desk', 'folder', 'starter', 'setup', 'draft'] as const
export type KitSource = (typeof KIT_SOURCES)[number]
/** Files of texts, as `locales` has them. */
export const KIT_TEXT_FILES = ['translation', 'mail', 'feeds', 'pages', 'myData'] as const

/** Pictures of the site that a community replaces, each in several sizes. */
export const PICTURE_SLOTS = [
  'hero-landing',
  'hero-initiative',
  'hero-news',
  'hero-downloads',
  'hero-rules',
  'hero-world',
  'hero-dashboard',
  'hero-auth',
  'default-news',
  'default-event',
  'default-glossary',
  'default-rule',
  'plate-1',
  'plate-2',
  'plate-3',
] as const
export type PictureSlot = (typeof PICTURE_SLOTS)[number]

/** The file with the mark, a picture without a ground. */
export const MARK_PATH = '/icons/mark.svg'
/** A plain mark has no colour of its own: pages show it in theirs. */
export type MarkLook = 'plain' | 'coloured'

/** Facts about the kit in the head of every page, for the site. Absent while nothing is set. */
export type KitFacts = {
  /** Changes with the kit; the token of a draft in its preview. */
  readonly stamp: string
  readonly name: string
  /** There is a mark of its own at `MARK_PATH`. */
  readonly mark?: MarkLook
  /** The landing page has a picture of its own, without the moon of the default one. */
  readonly landing?: true
  /** Null where the site has no book; without the field it has that of the product. */
  readonly book?: BookFacts | null
}
/** Pixels of a page. */
export type BookFacts = { readonly pages: number; readonly width: number; readonly height: number }

/** Names of the values that every text may hold, such as `{{site}}`. They are filled before anyone reads the text. */
export type SiteValues = { readonly site: string; readonly claim: string }

/** Fills the values of the site; other placeholders stay. */
export const withSiteValues = (text: string, values: SiteValues): string =>
  text.replace(/{{(site|claim)}}/g, (_all, name: keyof SiteValues) => values[name])

/** The consent cookie (behaviour 4.13). A cookie's name has no spaces, quotes or letters beyond ASCII (RFC 6265). */
export const consentCookie = (name: string): string =>
  `${encodeURIComponent(name).replace(/[()]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)}-consent-cookie`
