import { contentCalls } from '#contract/content.ts'
import { glossaryCalls } from '#contract/glossary.ts'
import type { Route } from '#contract/route.ts'
import { rulesCalls } from '#contract/rules.ts'
import { searchCalls } from '#contract/siteSearch.ts'
import { PREVIEW_PARAM } from '#src/platform/urlParts.ts'
import { NOT_SEEN } from './names.ts'

/**
 * Calls whose responses are the same for every visitor and may be stored. A list and not a rule, so that storing a new
 * call is a decision. Files are left out, because their sizes have no bound.
 */
const PUBLIC: readonly Route[] = [
  rulesCalls.listRuleCategories,
  rulesCalls.listRuleSubcategories,
  rulesCalls.listRuleVideos,
  rulesCalls.listQuickSubcategories,
  rulesCalls.listRuleEntries,
  rulesCalls.listQuickEntries,
  rulesCalls.listRuleSubEntries,
  rulesCalls.listQuickSubEntries,
  glossaryCalls.listGlossaryTypes,
  glossaryCalls.listGlossarySubtypes,
  glossaryCalls.listSubtypesOfType,
  glossaryCalls.listGlossaryEntries,
  glossaryCalls.listGlossarySubEntries,
  contentCalls.listNews,
  contentCalls.listEvents,
  contentCalls.listLatest,
  contentCalls.getNews,
  contentCalls.getEvent,
  contentCalls.listNext,
  contentCalls.listDownloads,
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
export const isKeepable = (asked: Asked, base: string): boolean =>
  !asked.headers.has('authorization') && isPublicCall(pathOf(asked, base))

/** Whether something on the device can respond: also to a member, who reads the saved lists, and to a search. */
export function mayHaveCopy(asked: Asked, base: string): boolean {
  const path = pathOf(asked, base)
  return isPublicCall(path) || path === searchCalls.searchSite.path
}

/** Path below the API base of a plain read; empty for everything else. */
function pathOf({ method, url, headers, cache }: Asked, base: string): string {
  const { origin, pathname, searchParams } = new URL(url)
  const full = `${origin}${pathname}`
  const isRead = method === 'GET' && cache !== NOT_SEEN && !headers.has('range')
  if (!isRead || searchParams.has(PREVIEW_PARAM) || !full.startsWith(`${base}/`)) return ''
  return full.slice(base.length)
}

const downloadFile = new RegExp(`^${contentCalls.downloadFile.path.replace(':id', '\\d+')}$`)

/** Whether a request is for a download, which may be saved. */
export const isDownload = (asked: Asked, base: string): boolean =>
  downloadFile.test(pathOf(asked, base))

/** Whether a path is a page of the site; everything else below the origin belongs to the server. */
export const isPage = (pathname: string): boolean =>
  /^\/($|(discordia|auth)(\/|$))/i.test(pathname) && !/\.\w+$/.test(pathname)
