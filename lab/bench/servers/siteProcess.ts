import { cachedResponse } from '../../../server/http/cache/cachedResponse.ts'
import { negotiated } from '../../../server/http/cache/sendCached.ts'
import { addRule } from '../../../test/helpers/fixtures/rules.ts'
import { COPIES_PATH, type Copy } from './copies.ts'
import { prepareHere, reportTo, serve } from './parent.ts'

/*
 * The built site with the demo world, and below COPIES_PATH plain HTML copies of its pages, which the parent process
 * sends. A copy has the headers and the compression of a page.
 */

export type SiteReady = { readonly url: string }

const copies = new Map<string, ReturnType<typeof cachedResponse>>()
const prepared = await prepareHere('demo')
const { url } = await serve(prepared, (app) =>
  app.get<{ Params: { name: string } }>(`${COPIES_PATH}:name`, async (request, reply) => {
    const copy = copies.get(request.params.name)
    if (copy === undefined) return reply.status(404).send()
    // The copy has the styles that scripts set on elements as attributes, which the policy must allow.
    const policy = String(reply.getHeader('content-security-policy'))
    reply.header('content-security-policy', `${policy};style-src-attr 'unsafe-inline'`)
    reply.headers(copy.headers)
    const body = await negotiated(request, reply, copy)
    return reply.send(reply.statusCode === 304 ? undefined : body)
  }),
)

reportTo({ url } satisfies SiteReady, {
  addRule: (content) => addRule(prepared, 'Prices', { format: 'light' }, { List: String(content) }),
  copy: (value) => {
    const { name, html, headers } = value as Copy
    const content = { mediaType: 'text/html; charset=utf-8', text: html, headers }
    copies.set(
      name,
      cachedResponse(content, undefined, () => undefined),
    )
  },
})
