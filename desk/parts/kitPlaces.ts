import type { SiteText } from '#contract/siteKit.ts'
import { t, textOr } from '../i18n.ts'
import { fieldName } from './fieldName.ts'

/* Where the site shows a text, in words: a page, and a part of it. */

/** Pages in the order of the site, with their areas of texts; those of other files have one of their own each. */
const AREAS = {
  every: ['navbar', 'footer', 'search', 'language', 'theme', 'cookies'],
  landing: ['landing_page', 'contact'],
  initiative: ['initiative'],
  news: ['news', 'registration'],
  downloads: ['downloads'],
  rules: ['rules'],
  world: ['glossary'],
  login: ['login', 'register', 'activation', 'password_advice'],
  account: [
    ...['dashboard', 'first', 'next', 'group_part', 'planning', 'past', 'group_page', 'openings'],
    ...['invite_link', 'mail_invite'],
  ],
  settings: [
    ...['settings', 'credentials', 'second_step', 'passkeys', 'step_up', 'sessions'],
    ...['security_log', 'calendar', 'my_data', 'deletion', 'offline'],
  ],
  anywhere: [
    'toast',
    'errors',
    'leave',
    'kept',
    'linking',
    'formatting',
    'editor',
    'dates',
    'desk',
  ],
  mail: [],
  feeds: [],
  pages: [],
  myData: [],
} satisfies Record<string, readonly string[]>
export type TextPage = keyof typeof AREAS
export const TEXT_PAGES = Object.keys(AREAS) as readonly TextPage[]

/** Sections of a page, by the names of their texts. */
const SECTIONS: Readonly<Record<string, Readonly<Record<string, RegExp>>>> = {
  landing_page: {
    top: /^(kicker|title|lead|what_to_do|join_now|my_account|scroll)/,
    introduction: /^introduction/,
    plates: /^place_/,
    news: /^(latest|news|see_all)/,
  },
  initiative: {
    top: /^(title|lead)$/,
    what: /^what/,
    schools: /^schools/,
    people: /^people/,
    online: /^online/,
    book: /./,
  },
  news: { article: /^(add_to|article|more_art|next_art|cancelled)/ },
  rules: { videos: /video|captions/ },
  glossary: { form: /^(create_title|choose|image|name|no_subtype|send|type_req)|section/ },
}

/** The place in words, such as "Landing page > Introduction"; places are sorted by their ranks. */
export function placeOfText({ id, file, area }: SiteText) {
  const page = pageOf(file, area)
  const areas: readonly string[] = AREAS[page]
  const text = id.slice(id.indexOf(`/${area}.`) + area.length + 2)
  const sections = Object.entries(SECTIONS[area] ?? {})
  const at = sections.findIndex(([, pattern]) => pattern.test(text))
  const [section] = sections[at] ?? []
  const names = [
    t(`site.texts.pages.${page}`),
    textOr(`site.texts.areas.${area}`, fieldName(area)),
    ...(section === undefined ? [] : [textOr(`site.texts.sections.${section}`, section)]),
  ]
  const rank = (TEXT_PAGES.indexOf(page) * 100 + areas.indexOf(area)) * 100 + at
  // An area with the name of its page is the page itself.
  return { page, name: [...new Set(names)].join(' > '), rank }
}

const pageOf = (file: SiteText['file'], area: string): TextPage =>
  file === 'translation'
    ? (TEXT_PAGES.find((page) => AREAS[page].some((one) => one === area)) ?? 'anywhere')
    : file
