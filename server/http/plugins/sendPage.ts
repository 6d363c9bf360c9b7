import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { type CachedResponse, cachedResponse } from '../cache/cachedResponse.ts'
import { encodingFor } from '../cache/sendCached.ts'
import { type PageHead, withHead } from './pageHead.ts'
import { tagsIn } from './storedFile.ts'

/** Pages whose bytes are kept ready, of a few kilobytes each. */
const PAGES_MAX = 300

/**
 * Sends the site's page with the head of an address: compressed for a caller who takes that, 304 for one who has it.
 * @param shell the page for every address that has no head of its own
 */
export function pageSender(shell: string) {
  const pages = new LRUCache<string, CachedResponse>({ max: PAGES_MAX })

  function pageWith(head: PageHead | null): CachedResponse {
    const key = head === null ? '' : `${head.status} ${head.tags}`
    const known = pages.get(key)
    if (known !== undefined) return known
    const text = head === null ? shell : withHead(shell, head)
    const page = cachedResponse(
      { mediaType: 'text/html; charset=utf-8', text },
      undefined,
      () => {},
    )
    pages.set(key, page)
    return page
  }

  return async (
    { headers }: FastifyRequest,
    reply: FastifyReply,
    head: PageHead | null,
  ): Promise<FastifyReply> => {
    const page = pageWith(head)
    const status = head?.status ?? 200
    reply
      .status(status)
      .header('etag', `W/${page.tag}`)
      .header('cache-control', 'no-cache')
      .header('vary', 'accept-encoding')
    if (status === 200 && tagsIn(headers['if-none-match']).includes(page.tag))
      return reply.status(304).send()
    reply.header('content-type', page.mediaType)
    const encoding = encodingFor(headers['accept-encoding'])
    const encoded = encoding && page.encoded(encoding)
    if (encoded === undefined) return reply.send(page.bytes)
    return reply.header('content-encoding', encoding).send(await encoded)
  }
}
