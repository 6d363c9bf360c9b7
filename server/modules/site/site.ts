import texts from '../../../locales/en/translation.json' with { type: 'json' }
import type { Settings } from '../../config/env.ts'
import { linkPicture, pageTags } from '../../http/pageTags.ts'
import { firstHead, type HeadOf } from '../../http/plugins/pageHead.ts'
import type { ListPages } from './sitemap.ts'

type PublicPage = {
  readonly path: string
  readonly title: string
  readonly lead: string
  readonly also?: readonly string[]
  /** Not in the sitemap. */
  readonly isUnlisted?: true
}

/** Pages that always exist, with the titles and leads that the site shows. */
const PUBLIC_PAGES: readonly PublicPage[] = [
  { path: '/discordia/', ...texts.landing_page, also: ['/'] },
  { path: '/discordia/rpg-initiative', ...texts.initiative },
  { path: '/discordia/news&events/', ...texts.news },
  { path: '/discordia/downloads', ...texts.downloads },
  { path: '/discordia/rules', ...texts.rules },
  { path: '/discordia/world', ...texts.glossary },
  { path: '/auth/register', ...texts.register, isUnlisted: true },
  { path: '/auth/login', ...texts.login, isUnlisted: true },
  {
    path: '/auth/forgot-password',
    title: texts.login.forgot_title,
    lead: texts.login.forgot_intro,
    isUnlisted: true,
  },
]

/** The site's router takes all of these spellings for the same path. */
function plainPath(path: string): string {
  try {
    return decodeURIComponent(path).toLowerCase().replace(/\/+$/, '')
  } catch {
    return path
  }
}

/** Ignores the query. */
function publicPageHead(settings: Pick<Settings, 'publicUrl'>): HeadOf {
  const picture = linkPicture(settings.publicUrl, null)
  const heads = new Map(
    PUBLIC_PAGES.flatMap(({ title, lead, path, also = [] }) => {
      const tags = pageTags(settings, { title, description: lead, path, type: 'website', picture })
      return [path, ...also].map((each) => [plainPath(each), { status: 200, tags } as const])
    }),
  )
  return async ({ path }) => heads.get(plainPath(path)) ?? null
}

export type Site = {
  readonly headOf: HeadOf
  readonly everyPage: string
  readonly listPages: ListPages
}

/** @param heads, lists what the modules know of their own pages */
export const describeSite = (
  settings: Pick<Settings, 'publicUrl'>,
  heads: readonly HeadOf[],
  lists: readonly ListPages[],
  everyPage: string,
): Site => ({
  headOf: firstHead(...heads, publicPageHead(settings)),
  everyPage,
  listPages: async () => [
    ...PUBLIC_PAGES.filter(({ isUnlisted }) => !isUnlisted),
    ...(await Promise.all(lists.map((list) => list()))).flat(),
  ],
})
