type PublicPage = {
  readonly path: string
  /** Keys of its title and lead among the texts of the site. */
  readonly title: string
  readonly lead: string
  readonly also?: readonly string[]
  /** Not in the sitemap. */
  readonly isUnlisted?: true
}

/** Pages that always exist, with the titles and leads that the site shows. */
export const PUBLIC_PAGES = [
  {
    path: '/discordia/',
    title: 'landing_page.title',
    lead: 'landing_page.lead',
    also: ['/'],
  },
  { path: '/discordia/rpg-initiative', title: 'initiative.title', lead: 'initiative.lead' },
  { path: '/discordia/news&events/', title: 'news.title', lead: 'news.lead' },
  { path: '/discordia/downloads', title: 'downloads.title', lead: 'downloads.lead' },
  { path: '/discordia/rules', title: 'rules.title', lead: 'rules.lead' },
  { path: '/discordia/world', title: 'glossary.title', lead: 'glossary.lead' },
  { path: '/auth/register', title: 'register.title', lead: 'register.lead', isUnlisted: true },
  { path: '/auth/login', title: 'login.title', lead: 'login.lead', isUnlisted: true },
  {
    path: '/auth/forgot-password',
    title: 'login.forgot_title',
    lead: 'login.forgot_intro',
    isUnlisted: true,
  },
] as const satisfies readonly PublicPage[]

/** Normalizes spellings that the site's router treats as the same path. */
function plainPath(path: string): string {
  try {
    return decodeURIComponent(path).toLowerCase().replace(/\/+$/, '')
  } catch {
    return path
  }
}

const byPath = new Map(
  PUBLIC_PAGES.flatMap((page) =>
    [page.path, ...('also' in page ? page.also : [])].map((path) => [plainPath(path), page] as const),
  ),
)

/** The public page at a path; undefined for any other path. */
export const publicPageAt = (path: string) => byPath.get(plainPath(path))

export const RULE_PAGE = /^\/discordia\/ruleItem\/([^/]+)\/*$/i
export const ARTICLE_PAGE = /^\/discordia\/news\/([^/]+)\/*$/i
export const GLOSSARY_PAGE = /^\/discordia\/world\/*$/i

export const rulePath = (id: number): string => `/discordia/ruleItem/${id}`
export const articlePath = (id: number): string => `/discordia/news/${id}`
export const entryPath = (id: number): string => `/discordia/world?entry=${id}`
