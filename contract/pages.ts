import type { Route } from './route.ts'
import type { SitePart } from './siteKit.ts'

/** The page with the code of conduct; 404 without one. */
export const CONDUCT_PATH = '/conduct.html'

export const CONSENT_COOKIE = 'Discordia-consent-cookie'
/** The spelling under which earlier versions stored consent; cookie names are case-sensitive. */
export const EARLIER_CONSENT_COOKIE = 'discordia-consent-cookie'

/** Name of the `<meta>` element in the head of every page that lists what the server announces (`PageFeature`). */
export const PAGE_FEATURES = 'features'

/**
 * Name of the `<meta>` element in the head of every page that lists the languages that the site is served in, the main
 * one first: `en de`. Absent where there is one.
 */
export const PAGE_LANGUAGES = 'languages'

/**
 * Name of the `<meta>` element in the head of every page that has the origin on which passkeys of the site work. Under
 * any other host name that leads to the server they are not offered.
 */
export const PASSKEY_ORIGIN = 'passkey-origin'

/** How the server asks the renderer of the site, a bundle of its own, for the HTML of a public page. */

/** Kind of page behind a URL of the site, from the route table. */
export type PageOf =
  /** Rendered by the browser only. */
  | { readonly kind: 'plain' }
  | { readonly kind: 'redirect'; readonly to: string }
  | {
      /** The shell of a page for members has what is equal for all of them; its data come from the browser's own calls. */
      readonly kind: 'public' | 'shell'
      /** Pattern from the route table, such as `/news/:news_id`. */
      readonly route: string
      /** Path, and the part of the query that the page reads: equal for URLs that render the same page. */
      readonly url: string
    }

type Values = Readonly<Record<string, string | number | boolean>>
/** A safe GET of the API: a row of the contract by its path, and the values that go into its URL. */
export type PageCall = {
  readonly path: Route['path']
  readonly params: Values
  readonly query: Values
}
export type PageAnswer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** JSON. */
  readonly text: string
}

/** Values that a page shows besides the responses of the API. */
export type PageFacts = {
  /** IANA name; the browser replaces it by the reader's. */
  readonly timeZone: string
  readonly hasConsent: boolean
  /** Two letters. */
  readonly language: string
  /** The content of `PAGE_LANGUAGES` in the head of the page; absent where there is one language. */
  readonly languages?: string
  /** Absent while nothing is set. */
  readonly kit?: KitFacts
}

export type PageRequest = {
  /** The `url` of `PageOf`. */
  readonly url: string
  readonly facts: PageFacts
  /** The texts of `facts.language`: locales/LNG/translation.json. */
  readonly texts: object
  readonly answer: (call: PageCall) => Promise<PageAnswer>
}

export type RenderedPage = {
  /** The root element with the page in it, and the data of a public page for the browser. */
  readonly html: string
  /** The `<title>` element of the page. */
  readonly title: string
}

export type PageRenderer = {
  /** @param search the query of the URL, without `?` */
  readonly pageOf: (path: string, search: string) => Promise<PageOf>
  /** @throws Error when a response that the page needs has failed */
  readonly renderPage: (request: PageRequest) => Promise<RenderedPage>
}

/** The secret is in the fragment of the URL, which no server ever sees. */
export const LINK_HASH = '#invite='

/** Form of a secret: 256 bits in base64url. Nothing else gets into the link of an activation mail. */
export const LINK_SECRET_PATTERN = '^[\\w-]{43}$'

/** Name of the `<meta>` element that announces a kit, and of the query parameter of what the kit can change. */
export const KIT = 'kit'

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
  /** Parts that the site does without. */
  readonly hidden?: readonly SitePart[]
}

/** Pixels of a page. */
export type BookFacts = { readonly pages: number; readonly width: number; readonly height: number }
