import { contentRoutes } from '#contract/content.ts'
import { glossaryRoutes } from '#contract/glossary.ts'
import type { Route } from '#contract/route.ts'
import { rulesRoutes } from '#contract/rules.ts'
import { PREVIEW_PARAM } from '#src/platform/previewToken.ts'
import { NOT_SEEN } from './names.ts'

/**
 * Calls whose responses are the same for every visitor and may be stored. A list and not a rule, so that storing a new
 * call is a decision. Files are left out, because their sizes have no bound.
 */
const PUBLIC: readonly Route[] = [
  rulesRoutes.listRuleCategories,
  rulesRoutes.listRuleSubcategories,
  rulesRoutes.listRuleVideos,
  rulesRoutes.listQuickSubcategories,
  rulesRoutes.listRuleEntries,
  rulesRoutes.listQuickEntries,
  rulesRoutes.listRuleSubEntries,
  rulesRoutes.listQuickSubEntries,
  glossaryRoutes.listGlossaryTypes,
  glossaryRoutes.listGlossarySubtypes,
  glossaryRoutes.listSubtypesOfType,
  glossaryRoutes.listGlossaryEntries,
  glossaryRoutes.listGlossarySubEntries,
  contentRoutes.listNews,
  contentRoutes.listEvents,
  contentRoutes.listLatest,
  contentRoutes.getNews,
  contentRoutes.getEvent,
  contentRoutes.listNext,
  contentRoutes.listDownloads,
]

const patterns = PUBLIC.filter(
  ({ method, changesData }) => method === 'GET' && changesData !== true,
).map(({ path }) => new RegExp(`^${path.replace(/:\w+/g, '\\d+')}$`))

/** @param path path below the API base, without the query */
export const isPublicCall = (path: string): boolean =>
  patterns.some((pattern) => pattern.test(path))

type Asked = {
  readonly method: string
  readonly url: string
  readonly cache?: RequestCache
  readonly headers: { has(name: string): boolean }
}

/**
 * Whether the response may be stored: a public call without a token. Previews of the desk have their token in the URL.
 * @param base absolute URL of the API without trailing slash
 */
export function isKeepable({ method, url, headers, cache }: Asked, base: string): boolean {
  if (cache === NOT_SEEN) return false
  if (method !== 'GET' || headers.has('authorization') || headers.has('range')) return false
  const { origin, pathname, searchParams } = new URL(url)
  if (searchParams.has(PREVIEW_PARAM)) return false
  const full = `${origin}${pathname}`
  return full.startsWith(`${base}/`) && isPublicCall(full.slice(base.length))
}

/** Whether a path is a page of the site; everything else below the origin belongs to the server. */
export const isPage = (pathname: string): boolean =>
  /^\/($|(discordia|auth)(\/|$))/i.test(pathname) && !/\.\w+$/.test(pathname)
