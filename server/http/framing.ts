import type { FastifyReply } from 'fastify'

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
