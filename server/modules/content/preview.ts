import type { ContentId } from '#contract/ids.ts'
import type { App, Deps } from '../../http/deps.ts'
import { allowFrame } from '../../http/framing.ts'
import { signedTexts } from '../../text/signedTexts.ts'

/** Query parameter of the page and of its API calls. */
export const PREVIEW_PARAM = 'preview'

export type Preview = {
  readonly id: ContentId
  readonly expires: number
  /** The origin whose pages may frame the preview. */
  readonly frame: string
}

/** Characters; longer than any token of ours. */
const TOKEN_MAX = 600
const ORIGIN = /^https?:\/\/[\w.:[\]-]+$/

/** Signed permissions to see one article before it is published. Not stored: another `JWT_SECRET` revokes them all. */
export function previewTokens(jwtSecret: string) {
  const { tokenOf, textIn } = signedTexts(jwtSecret, 'discordia preview')
  return {
    tokenOf: (preview: Preview): string =>
      tokenOf(Buffer.from(JSON.stringify(preview)).toString('base64url')),

    /** Null for a token with a wrong signature, or an expired one. */
    previewOf(token: unknown, now: number): Preview | null {
      if (typeof token !== 'string' || token.length > TOKEN_MAX) return null
      const text = textIn(token, /^[\w-]+$/)
      if (text === null) return null
      const preview = JSON.parse(Buffer.from(text, 'base64url').toString()) as Preview
      return preview.expires > now && ORIGIN.test(preview.frame) ? preview : null
    },
  }
}

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
