import Type, { type Static } from 'typebox'
import { shows, superuser, uploadId } from './deskShapes.ts'
import { ID_MAX, LONG_TEXT_MAX } from './fields.ts'
import { closed, emailAddress, line, nullable, optionalLine, refused } from './shapes.ts'

/** Characters of the name of the community. */
export const SITE_NAME_MAX = 100
/** Characters of its short name, below the icon of an installed site. */
export const SHORT_NAME_MAX = 30
/** Characters of its claim, a line about what it is. */
export const CLAIM_MAX = 200
/** Characters of the names of sites that may show the events. */
export const EMBED_HOSTS_MAX = 500
const HOST = String.raw`(?:https?://)?[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*(?::\d{1,5})?`
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

/** Parts of the site that a community may do without: an entry of the menu, and sections of pages. */
export const SITE_PARTS = ['initiative', 'videos', 'introduction', 'plates', 'news', 'contact'] as const
export type SitePart = (typeof SITE_PARTS)[number]

/** Name of a public file. */
const key = () => Type.String({ maxLength: 60, pattern: '^[0-9a-f]{32}(-\\d{2,5})?\\.[a-z0-9]{2,5}$' })
/** The same without width and extension. */
const stem = () => Type.String({ maxLength: 32, pattern: '^[0-9a-f]{32}$' })
const pixels = () => Type.Integer({ minimum: 1, maximum: 100_000 })
const colour = () => Type.String({ maxLength: 7, pattern: '^#[0-9a-f]{6}$' })

const ThemeColours = closed({
  /** Behind header, pictures and footer, in both themes dark. */
  header: colour(),
  page: colour(),
  text: colour(),
  accent: colour(),
  warning: colour(),
})

export const SiteColours = closed({ light: ThemeColours, dark: ThemeColours })

export type SiteColours = Static<typeof SiteColours>

const share = () => Type.Number({ minimum: 0, maximum: 1 })

/** Shares of width and height; cuts keep this point near their middle. */
const Focus = closed({ x: share(), y: share() })

/** A picture in all sizes of its place. */
export const KitPicture = closed({
  /** The upload, of this width and height. */
  original: key(),
  /** The cut files. */
  key: stem(),
  width: pixels(),
  height: pixels(),
  focus: Focus,
})

export type KitPicture = Static<typeof KitPicture>

export const KitMark = closed({
  key: key(),
  kind: Type.Union([Type.Literal('svg'), Type.Literal('png')]),
})

export type KitMark = Static<typeof KitMark>

export const KitBook = closed({
  pages: Type.Array(
    closed({
      key: key(),
      width: pixels(),
      height: pixels(),
      title: optionalLine(),
      text: Type.String({ maxLength: LONG_TEXT_MAX }),
    }),
    { minItems: 1, maxItems: BOOK_PAGES_MAX },
  ),
  pdf: key(),
})

export type KitBook = Static<typeof KitBook>

/** A text in other words, and the default that it has replaced. */
export const KitText = closed({
  text: Type.String({ maxLength: SITE_TEXT_MAX }),
  was: Type.String({ maxLength: SITE_TEXT_MAX }),
})

/** Markdown. */
const KitLegal = closed({
  privacy: Type.Optional(Type.String({ maxLength: LONG_TEXT_MAX })),
  imprint: Type.Optional(Type.String({ maxLength: LONG_TEXT_MAX })),
  /** The code of conduct has a page of its own; there is none by default. */
  conduct: Type.Optional(Type.String({ maxLength: LONG_TEXT_MAX })),
})

/** All that a community sets about its site (docs/decisions/060-the-site-kit.md). What is missing is the default. */
export const SiteKit = closed({
  name: Type.Optional(line(SITE_NAME_MAX)),
  short_name: Type.Optional(line(SHORT_NAME_MAX)),
  claim: Type.Optional(line(CLAIM_MAX)),
  contact: Type.Optional(emailAddress()),
  /** Other sites whose pages may show the events in a frame: hosts, with a space between two. */
  embed_hosts: Type.Optional(Type.String({ maxLength: EMBED_HOSTS_MAX, pattern: `^${HOST}(?: +${HOST})*$` })),
  mark: Type.Optional(KitMark),
  colours: Type.Optional(SiteColours),
  pictures: Type.Optional(
    Type.Partial(Type.Record(Type.Enum(PICTURE_SLOTS), KitPicture), {
      additionalProperties: false,
    }),
  ),
  /** Texts in other words by language, file and path, such as `en/translation/login.title`. */
  texts: Type.Optional(
    Type.Record(Type.String({ pattern: '^[a-z]{2}/[a-z]+/[\\w.~-]{1,120}$' }), KitText, {
      additionalProperties: false,
      maxProperties: SITE_TEXTS_MAX,
    }),
  ),
  book: Type.Optional(KitBook),
  /** Whether a part is hidden, where that is not as it began. */
  hidden: Type.Optional(
    Type.Partial(Type.Record(Type.Enum(SITE_PARTS), Type.Boolean({ description: 'true or false' })), {
      additionalProperties: false,
    }),
  ),
  /** Raised when every member is to agree to the code of conduct again; 1 by default. */
  conduct_version: Type.Optional(Type.Integer({ minimum: 1, maximum: ID_MAX })),
  /** Texts in the main language, unless `legal_in` has them in it. */
  legal: Type.Optional(KitLegal),
  /** Texts by language. */
  legal_in: Type.Optional(
    Type.Record(Type.String({ pattern: '^[a-z]{2}$' }), KitLegal, {
      additionalProperties: false,
      maxProperties: LEGAL_LANGUAGES_MAX,
    }),
  ),
})

export type SiteKit = Static<typeof SiteKit>

/** What keeps a kit from being saved. */
const KitProblem = Type.Object({
  /** Path within the kit, such as `colours.light.page` or `texts.en/mail/activation.subject`. */
  place: Type.String(),
  problem: Type.String(),
})

export type KitProblem = Static<typeof KitProblem>

/** Id of a saved kit; 0 before the first. */
const KitId = Type.Integer({ minimum: 0, maximum: ID_MAX })

/** `made_by` is the username of who has changed it last. */
const Draft = Type.Object({
  base_id: KitId,
  value: SiteKit,
  updated_at: Type.String(),
  made_by: Type.String(),
})

const State = Type.Object({
  id: KitId,
  value: SiteKit,
  source: Type.Enum(KIT_SOURCES),
  made_at: Type.String(),
  /** Username; null for the folder and for an account that is gone. */
  made_by: nullable(Type.String()),
})

/** A text of the legal page as it is without a kit. */
const LegalText = Type.Object({
  text: Type.String(),
  /** It is a file of the operator, which a kit does not replace. */
  is_fixed: Type.Boolean(),
})

const LegalTexts = Type.Object({ privacy: LegalText, imprint: LegalText })

/** The kit in use, the draft of all superusers, and values that can be restored. */
const SiteState = Type.Object({
  /** The first of `states`, which are the newest; `{}` before the first. */
  value: SiteKit,
  id: KitId,
  draft: nullable(Draft),
  states: Type.Array(State),
  defaults: Type.Object({
    name: Type.String(),
    short_name: Type.String(),
    claim: Type.String(),
    colours: SiteColours,
    /** Whether the site shows a book while none is uploaded. */
    has_book: Type.Boolean(),
    /** The parts that are hidden while the kit says nothing about them; a server of the release before has none. */
    hidden: Type.Optional(Type.Array(Type.Enum(SITE_PARTS))),
  }),
  /** `url`: the legal page is on another site. */
  legal: Type.Object({
    url: nullable(Type.String()),
    privacy: LegalText,
    imprint: LegalText,
    /** Those of the other languages that the site is served in. */
    others: Type.Optional(Type.Record(Type.String(), LegalTexts)),
  }),
})

export type SiteState = Static<typeof SiteState>

/** A text that can be put in other words. */
const SiteText = Type.Object({
  id: Type.String(),
  text: Type.String(),
  /** File and part that it belongs to. */
  file: Type.Enum(KIT_TEXT_FILES),
  area: Type.String(),
  may_be_empty: Type.Boolean(),
})

export type SiteText = Static<typeof SiteText>

/** What a change is based on: the kit in use, and the draft; null where there was none. */
const based = { base_id: KitId, draft_at: nullable(Type.String({ maxLength: 40 })) }

export const deskSiteCalls = {
  site: {
    get: superuser.getting('/site', shows(SiteState)),
    texts: superuser.getting('/site/texts', shows(Type.Array(SiteText))),
    /** Keeps what is not saved yet; null gives it up. Like `save`, 409 if draft or kit are others than those it is based on. */
    saveDraft: superuser.keeping('/site/draft', {
      body: Type.Object({ ...based, value: nullable(SiteKit) }),
      response: {
        // `updated_at` is what the next change is based on.
        200: Type.Object({
          updated_at: nullable(Type.String()),
          problems: Type.Array(KitProblem),
        }),
        ...refused(400, 401, 403, 409),
      },
    }),
    save: superuser.posting('/site', {
      body: Type.Object({ ...based, value: SiteKit }),
      response: { 200: Type.Object({ id: KitId }), ...refused(400, 401, 403, 409) },
    }),
    /** Cuts an upload, or again a picture that is there, into the sizes of its place. */
    cutPicture: superuser.asking('/site/pictures/:slot', {
      params: Type.Object({ slot: Type.Enum(PICTURE_SLOTS) }),
      body: Type.Union([
        Type.Object({ upload: uploadId(), focus: Focus }),
        Type.Object({ original: key(), focus: Focus }),
      ]),
      response: { 200: KitPicture, ...refused(400, 401, 403, 409) },
    }),
    takeMark: superuser.asking('/site/mark', {
      body: Type.Object({ upload: uploadId() }),
      response: { 200: KitMark, ...refused(400, 401, 403, 409) },
    }),
    /** A book of page images in their order, or of a PDF. */
    takeBook: superuser.asking('/site/book', {
      body: Type.Union([
        Type.Object({
          pages: Type.Array(uploadId(), { minItems: 1, maxItems: BOOK_PAGES_MAX }),
          title: line(),
        }),
        Type.Object({ pdf: uploadId(), title: line() }),
      ]),
      response: { 200: KitBook, ...refused(400, 401, 403, 409) },
    }),
    /** Base URL, and the token that shows the draft on every page. */
    previewLink: superuser.asking('/site/preview-link', {
      response: {
        200: Type.Object({
          origin: Type.String(),
          token: Type.String(),
          expires_at: Type.String(),
        }),
        ...refused(400, 401, 403, 409),
      },
    }),
  },
}
