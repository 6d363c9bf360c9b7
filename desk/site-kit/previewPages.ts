import type { PictureSlot } from '#contract/siteKit.ts'
import type { Tab } from '../parts/kitNames.ts'

/** Pages of the site that the preview shows, with their paths. */
export const PREVIEW_PAGES = {
  landing: '/discordia/',
  initiative: '/discordia/rpg-initiative',
  news: '/discordia/news&events/',
  downloads: '/discordia/downloads',
  rules: '/discordia/rules',
  world: '/discordia/world',
  login: '/auth/login',
  register: '/auth/register',
  legal: '/legal.html',
} as const
export type ShownPage = keyof typeof PREVIEW_PAGES

export const PAGE_OF_TAB: Readonly<Record<Tab, ShownPage>> = {
  home: 'landing',
  frame: 'landing',
  colours: 'landing',
  pages: 'landing',
  book: 'initiative',
  legal: 'legal',
  texts: 'landing',
  history: 'landing',
}

/** The page that shows a picture; members alone see the dashboard, so that visitors get the login. */
export const PAGE_OF_SLOT: Readonly<Record<PictureSlot, ShownPage>> = {
  'hero-landing': 'landing',
  'hero-initiative': 'initiative',
  'hero-news': 'news',
  'hero-downloads': 'downloads',
  'hero-rules': 'rules',
  'hero-world': 'world',
  'hero-dashboard': 'login',
  'hero-auth': 'login',
  'default-news': 'news',
  'default-event': 'news',
  'default-glossary': 'world',
  'default-rule': 'rules',
  'plate-1': 'landing',
  'plate-2': 'landing',
  'plate-3': 'landing',
}
