import type { App, Deps } from '../../http/deps.ts'
import { PREVIEW_PARAM, previewTokens } from './previewToken.ts'

const ARTICLE_PAGE = /^\/discordia\/news\/(\d{1,10})\/?$/

/**
 * Lets the desk's origin alone frame the page of an article whose URL has a valid preview token. Such a page is not
 * cached, not indexed, and not sent as a referrer.
 */
export function framePreviews(app: App, { clock, jwtSecret }: Deps): void {
  const { previewOf } = previewTokens(jwtSecret)
  app.addHook('onSend', async ({ url }, reply, payload) => {
    const [path = '', query] = url.split('?', 2)
    const [, id] = ARTICLE_PAGE.exec(path) ?? []
    if (query === undefined || id === undefined) return payload
    const preview = previewOf(new URLSearchParams(query).get(PREVIEW_PARAM), clock())
    if (preview?.id !== Number(id)) return payload
    const policy = String(reply.raw.getHeader('content-security-policy'))
    reply.raw.removeHeader('x-frame-options')
    reply
      .header(
        'content-security-policy',
        policy.replace("frame-ancestors 'none'", `frame-ancestors ${preview.frame}`),
      )
      .header('cache-control', 'no-store')
      .header('referrer-policy', 'no-referrer')
      .header('x-robots-tag', 'noindex')
    return payload
  })
}
