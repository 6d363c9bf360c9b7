import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { ContentId } from '#contract/ids.ts'

/** Query parameter of the page and of its API calls. */
export const PREVIEW_PARAM = 'preview'

export type Preview = {
  readonly id: ContentId
  /** Epoch milliseconds. */
  readonly expires: number
  /** The origin whose pages may frame the preview. */
  readonly frame: string
}

/** Characters; longer than any token of ours. */
const TOKEN_MAX = 600
const ORIGIN = /^https?:\/\/[\w.:[\]-]+$/

/** Signed permissions to see one article before it is published. Not stored: another `JWT_SECRET` revokes them all. */
export function previewTokens(jwtSecret: string) {
  const key = Buffer.from(hkdfSync('sha256', jwtSecret, '', 'discordia preview', 32))
  const sign = (text: string) => createHmac('sha256', key).update(text).digest()
  return {
    tokenOf(preview: Preview): string {
      const text = Buffer.from(JSON.stringify(preview)).toString('base64url')
      return `${text}.${sign(text).toString('base64url')}`
    },

    /** Null for a token with a wrong signature, or an expired one. */
    previewOf(token: unknown, now: number): Preview | null {
      if (typeof token !== 'string' || token.length > TOKEN_MAX) return null
      const [, text, mac] = /^([\w-]+)\.([\w-]{43})$/.exec(token) ?? []
      if (text === undefined || mac === undefined) return null
      if (!timingSafeEqual(Buffer.from(mac, 'base64url'), sign(text))) return null
      const preview = JSON.parse(Buffer.from(text, 'base64url').toString()) as Preview
      return preview.expires > now && ORIGIN.test(preview.frame) ? preview : null
    },
  }
}
