import type { SiteText } from '#contract/siteKit.ts'
import { t, textOr } from '../i18n.ts'
import { fieldName } from './fieldName.ts'

/* Where the site shows a text, in words: a page, and a part of it. */

/** Pages in the order of the site, with their areas of texts; files of other texts are pages of their own. */
const PAGES = {
  every: /^(navbar|footer|search|language|theme|cookies)$/,
  landing: /^(landing_page|contact)$/,
  initiative: /^initiative$/,
  news: /^(news|registration)$/,
  downloads: /^downloads$/,
  rules: /^rules$/,
  world: /^glossary$/,
  login: /^(login|register|activation|password_advice)$/,
  account: /^(dashboard|first|next|group_|planning|past|openings|invite_link|mail_invite)/,
  settings:
    /^(settings|credentials|second_step|passkeys|step_up|sessions|security_log|calendar|my_data|deletion|offline)$/,
  anywhere: null,
  mail: null,
  feeds: null,
  pages: null,
  myData: null,
} as const satisfies Record<string, RegExp | null>
export type TextPage = keyof typeof PAGES
export const TEXT_PAGES = Object.keys(PAGES) as readonly TextPage[]

/** Sections of pages, in their order. */
const SECTIONS = Object.entries({
  top: /^(landing_page\.(kicker|title|lead|what|join|my_|scroll)|initiative\.(title|lead)$)/,
  for_whom: /^landing_page\.for_whom/,
  introduction: /^landing_page\.introduction/,
  plates: /^landing_page\.place_/,
  news: /^landing_page\.(latest|news|see_all)/,
  what: /^initiative\.what/,
  schools: /^initiative\.schools/,
  people: /^initiative\.people/,
  online: /^initiative\.online/,
  book: /^initiative\./,
  contact: /^contact\./,
  article: /^news\.(add_to|article|more_art|next_art|cancelled)/,
  videos: /^rules\..*(video|captions)/,
  form: /^glossary\.(create_t|choose|image|name|no_subtype|send|type_req|.*section)/,
})

/** The place in words, such as "Landing page > Introduction"; places are sorted by their ranks. */
export function placeOfText({ id, file, area }: SiteText) {
  const page =
    file === 'translation' ? (TEXT_PAGES.find((one) => PAGES[one]?.test(area)) ?? 'anywhere') : file
  const at = SECTIONS.findIndex(([, pattern]) => pattern.test(id.split('/').at(-1) ?? ''))
  const section = file === 'translation' ? SECTIONS[at]?.[0] : undefined
  const names = [
    t(`site.texts.pages.${page}`),
    textOr(`site.texts.areas.${area}`, fieldName(area)),
    ...(section === undefined ? [] : [textOr(`site.texts.sections.${section}`, section)]),
  ]
  // An area with the name of its page is the page itself.
  return { page, name: [...new Set(names)].join(' > '), rank: TEXT_PAGES.indexOf(page) * 100 + at }
}
