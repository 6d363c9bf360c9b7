import { posix } from 'node:path'

/** URLs of pages without a file of their own lead to the page that the query belongs to. */
const ENTRY = 'entry'

/**
 * The file of a URL of the site within the copy: pages end in `.html`, so that they open from a disk.
 * @param url with an origin; null for what has no file, such as pages for members
 */
export function fileOf({ pathname, searchParams }: URL): string | null {
  const path = decodeURIComponent(pathname)
  if (/^\/(api\/files|assets|fonts|icons|images|kit|media)\//.test(path)) return path.slice(1)
  const feed = /^\/api\/contents\/([\w.-]+\.(?:atom|json|ics))$/.exec(path)
  if (feed) return `feeds/${feed[1]}`
  const download = /^\/api\/downloads\/download\/(\d+)$/.exec(path)
  if (download) return `downloads/${download[1]}`
  if (/^\/[\w.-]+\.(css|svg|png|ico|webmanifest|html)$/.test(path)) return path.slice(1)
  const page = /^\/discordia(?:\/(.*?))?\/*$/.exec(path)
  if (!page) return null
  const name = (page[1] ?? '').replace(/[^\w/-]+/g, '-')
  const entry = searchParams.get(ENTRY)
  return `${name === '' ? 'index' : name}${entry === null ? '' : `-${entry}`}.html`
}

/** A link from one file of the copy to another one. */
export const linkFrom = (from: string, to: string): string =>
  posix.relative(posix.dirname(from), to) || posix.basename(to)
