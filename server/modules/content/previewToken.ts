import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { ContentId } from '#contract/ids.ts'

/** In the address of the page and of the calls that it makes. */
export const PREVIEW_PARAM = 'preview'

export type Preview = {
  /** The one item that it shows. */
  readonly id: ContentId
  /** Epoch milliseconds. */
  readonly expires: number
  /** The origin whose pages may frame the preview. */
  readonly frame: string
}

/** Longer than any that is made here. Characters. */
const TOKEN_MAX = 600
const ORIGIN = /^https?:\/\/[\w.:[\]-]+$/

/**
 * Signed permissions to see one item before it is published. They need no row: they end by themselves, and
 * another `JWT_SECRET` ends them all.
 */
export function previewTokens(jwtSecret: string) {
  const key = Buffer.from(hkdfSync('sha256', jwtSecret, '', 'discordia preview', 32))
  const sign = (text: string) => createHmac('sha256', key).update(text).digest()
  return {
    tokenOf(preview: Preview): string {
      const text = Buffer.from(JSON.stringify(preview)).toString('base64url')
      return `${text}.${sign(text).toString('base64url')}`
    },

    /** Null for what was not made here, or has expired. */
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
