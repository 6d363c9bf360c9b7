import type { FastifyReply } from 'fastify'
import { signedTexts } from '../text/secrets.ts'

/**
 * Lets pages of one origin frame the response. It is neither cached nor indexed, nor sent as a referrer.
 * @param origin of the desk
 */
export function allowFrame(reply: FastifyReply, origin: string): void {
  const policy = String(reply.raw.getHeader('content-security-policy'))
  reply.raw.removeHeader('x-frame-options')
  reply
    .header(
      'content-security-policy',
      policy.replace("frame-ancestors 'none'", `frame-ancestors ${origin}`),
    )
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .header('x-robots-tag', 'noindex')
}

export type Preview = {
  /** Epoch milliseconds. */
  readonly expires: number
  /** The origin whose pages may frame the preview. */
  readonly frame: string
}

/** Characters; longer than any token of ours. */
const TOKEN_MAX = 600
const ORIGIN = /^https?:\/\/[\w.:[\]-]+$/

/**
 * Signed permissions to see what is not public yet. They are not stored: another `JWT_SECRET` revokes them all.
 * @param purpose a token for another one is invalid
 */
export function previewTokensFor<About extends Preview = Preview>(
  jwtSecret: string,
  purpose: string,
) {
  const { tokenOf, textIn } = signedTexts(jwtSecret, purpose)
  return {
    tokenOf: (preview: About): string =>
      tokenOf(Buffer.from(JSON.stringify(preview)).toString('base64url')),

    /** Null for a token with a wrong signature, or an expired one. */
    previewOf(token: unknown, now: number): About | null {
      if (typeof token !== 'string' || token.length > TOKEN_MAX) return null
      const text = textIn(token, /^[\w-]+$/)
      if (text === null) return null
      const preview = JSON.parse(Buffer.from(text, 'base64url').toString()) as About
      return preview.expires > now && ORIGIN.test(preview.frame) ? preview : null
    },
  }
}
