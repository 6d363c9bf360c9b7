import { voidTag } from '../../text/markup.ts'
import type { Area, ResponseCache } from '../cache/responseCache.ts'
import { Refusal } from '../errors.ts'
import { refusalOf } from '../failures.ts'

/** @param path as it was asked for, without the query */
export type PageAddress = { readonly path: string; readonly query: URLSearchParams }
/** `tags` are the markup that the page's head is to hold. */
export type PageHead = { readonly status: 200 | 404; readonly tags: string }
/** Asks what belongs into the head of a page; null for a page that it knows nothing of. */
export type HeadOf = (address: PageAddress) => Promise<PageHead | null>

/** The first of them that knows the page has the word. */
export const firstHead =
  (...heads: readonly HeadOf[]): HeadOf =>
  async (address) => {
    for (const headOf of heads) {
      const head = await headOf(address)
      if (head !== null) return head
    }
    return null
  }

/** The site's own page for what does not exist, with the status that says so to programs. */
export const MISSING: PageHead = {
  status: 404,
  tags: voidTag('meta', { name: 'robots', content: 'noindex', 'data-page': '' }),
}

/**
 * A head that is made of rows. While the database is away it is null: the site needs none to show that.
 * @param make the tags; a refusal with 404 says that there is no such thing
 */
export async function keptHead(
  responseCache: ResponseCache,
  area: Area,
  key: string,
  make: () => Promise<string>,
): Promise<PageHead | null> {
  try {
    const { bytes } = await responseCache.get(area, `head ${key}`, async () => ({
      mediaType: 'text/html',
      text: await make(),
    }))
    return { status: 200, tags: bytes.toString() }
  } catch (error) {
    if (error instanceof Refusal && error.status === 404) return MISSING
    if (error instanceof Refusal || refusalOf(error) !== null) return null
    throw error
  }
}

/** The site's page with more in its head. */
export const withTags = (page: string, tags: string): string =>
  // By a function: a title may hold `$&`, which means something in a replacement text.
  page.replace('</head>', () => `${tags}</head>`)

/** The site's page with another head: its own title and description give way to those of the tags. */
export const withHead = (page: string, { status, tags }: PageHead): string =>
  withTags(
    status === 404
      ? page
      : page.replace(/<title>[^<]*<\/title>/, '').replace(/<meta name="?description"? [^>]*>/, ''),
    tags,
  )
