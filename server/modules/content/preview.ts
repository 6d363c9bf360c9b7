import type { ContentId } from '#contract/ids.ts'
import type { App, Deps } from '../../http/deps.ts'
import { allowFrame, type Preview, previewTokensFor } from '../../http/framing.ts'

/** Query parameter of the page and of its API calls. */
export const PREVIEW_PARAM = 'preview'

export type ArticlePreview = Preview & { readonly id: ContentId }

/** Permissions to see one article before it is published. */
export const previewTokens = (jwtSecret: string) =>
  previewTokensFor<ArticlePreview>(jwtSecret, 'discordia preview')

const ARTICLE_PAGE = /^\/discordia\/news\/(\d{1,10})\/?$/

/**
 * Lets the desk's origin alone frame the page of an article whose URL has a valid preview token.
 */
export function framePreviews(app: App, { clock, jwtSecret }: Deps): void {
  const { previewOf } = previewTokens(jwtSecret)
  app.addHook('onSend', async ({ url }, reply, payload) => {
    const [path = '', query] = url.split('?', 2)
    const [, id] = ARTICLE_PAGE.exec(path) ?? []
    if (query === undefined || id === undefined) return payload
    const preview = previewOf(new URLSearchParams(query).get(PREVIEW_PARAM), clock())
    if (preview?.id !== Number(id)) return payload
    allowFrame(reply, preview.frame)
    return payload
  })
}
