import { contentCalls } from '#contract/content.ts'
import { glossaryCalls } from '#contract/glossary.ts'
import { PAGE_FEATURES } from '#contract/pages.ts'
import { searchCalls } from '#contract/siteSearch.ts'

/*
 * Whether a response is what was asked for. The login page of a public network, the error page of a proxy and a
 * half-sent body come with any status and for any URL: none of them may be shown or stored as ours.
 */

export const typeOf = ({ headers }: Response): string =>
  (headers.get('Content-Type') ?? '').toLowerCase()

const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {}

async function jsonOf(response: Response): Promise<unknown> {
  if (!typeOf(response).includes('json')) return undefined
  return (await response
    .clone()
    .json()
    .catch(() => undefined)) as unknown
}

const isRow = (value: unknown): boolean => {
  const { id, title, video_title } = fieldsOf(value)
  return Number.isInteger(id) || typeof (title ?? video_title) === 'string'
}
const isRows = (value: unknown): boolean => Array.isArray(value) && value.every(isRow)

/** Calls that respond with neither rows nor a single one, with the field that has the rows. */
const WRAPPED: readonly [string, string][] = [
  [glossaryCalls.listGlossaryTypes.path, 'results'],
  [glossaryCalls.listGlossarySubtypes.path, 'results'],
  [glossaryCalls.listSubtypesOfType.path.replace(/:.*/, ''), 'subtypes'],
]
const ONE = [contentCalls.getNews, contentCalls.getEvent].map(({ path }) => path.replace(/:.*/, ''))

/** @param path of a public call, below the API base */
export function isDataOf(path: string, data: unknown): boolean {
  if (path === searchCalls.searchSite.path) return Array.isArray(fieldsOf(data)['groups'])
  const [, field] = WRAPPED.find(([start]) => path.startsWith(start)) ?? []
  if (field !== undefined) return isRows(fieldsOf(data)[field])
  return ONE.some((start) => path.startsWith(start)) ? isRow(data) : isRows(data)
}

/** Whether the server itself has refused a call. */
export async function isRefusal(response: Response): Promise<boolean> {
  const { status } = response
  if (status < 400 || status >= 500) return false
  const { errors, detail } = fieldsOf(await jsonOf(response))
  return Array.isArray(errors) || detail !== undefined
}

/** Whether a response has the data of a public call. @param path below the API base */
export const hasData = async (response: Response, path: string): Promise<boolean> =>
  response.status === 200 && !response.redirected && isDataOf(path, await jsonOf(response))

/** Whether a response is a whole download: none is sent as HTML, which a proxy or a public network sends in its place. */
export const isSavable = (response: Response): boolean =>
  response.status === 200 && !typeOf(response).includes('text/html')

/** Whether a response is a page of this site: its head announces the worker. Reads no more of it than needed. */
export async function isOurPage(response: Response): Promise<boolean> {
  if (!typeOf(response).includes('text/html')) return false
  const reader = response.clone().body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  try {
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      text += part.value
      if (ANNOUNCEMENT.test(text)) return true
    }
    return false
  } catch {
    return false
  } finally {
    reader?.cancel().catch(() => undefined)
  }
}
const ANNOUNCEMENT = new RegExp(`<meta name="?${PAGE_FEATURES}"? content="[^"]*\\boffline\\b`)

/** Texts of a language: an object of sections. */
export async function hasTexts(response: Response): Promise<boolean> {
  const data = await jsonOf(response)
  return response.status === 200 && Object.values(fieldsOf(data)).some((part) => isSection(part))
}
const isSection = (part: unknown) =>
  typeof part === 'object' && part !== null && !Array.isArray(part)

/** Media types of files by the ending of their names; servers know fonts and young formats of pictures by several. */
const TYPES: readonly [RegExp, RegExp][] = [
  [/\.js$/, /javascript/],
  [/\.css$/, /css/],
  [/\.json$/, /json/],
  [/\.(svg|png|avif|webp|jpe?g|gif|ico)$/, /^(image\/|application\/octet-stream)/],
  [/\.woff2?$/, /font|octet-stream/],
]

/** Whether a response is a whole file of the site, by its URL. */
export async function isFile(response: Response, url: string): Promise<boolean> {
  if (response.status !== 200 || response.redirected) return false
  const { pathname } = new URL(url)
  if (pathname.startsWith('/locales/')) return hasTexts(response)
  const type = TYPES.find(([ending]) => ending.test(pathname))?.[1]
  return type === undefined ? isWholePage(response) : type.test(typeOf(response))
}

const isWholePage = async (response: Response): Promise<boolean> =>
  (await isOurPage(response)) && /<\/html>\s*$/i.test(await response.clone().text())
