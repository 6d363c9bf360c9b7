import { contentCalls } from '#contract/content.ts'
import { OFFLINE_PATHS } from '#contract/pageList.ts'
import { searchCalls } from '#contract/siteSearch.ts'
import { PREVIEW_PARAM } from '#src/platform/urlParts.ts'
import { NOT_SEEN } from './names.ts'

const patterns = OFFLINE_PATHS.map((path) => new RegExp(`^${path.replace(/:\w+/g, '\\d+')}$`))

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
export const isCacheable = (asked: Asked, base: string): boolean =>
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

export const isDownload = (asked: Asked, base: string): boolean =>
  downloadFile.test(pathOf(asked, base))

/** Whether a path is a page of the site; everything else below the origin belongs to the server. */
export const isPage = (pathname: string): boolean =>
  /^\/($|(discordia|auth)(\/|$))/i.test(pathname) && !/\.\w+$/.test(pathname)
