import { PUBLIC_PAGES } from './pageList.ts'

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
