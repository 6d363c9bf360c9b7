import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Settings } from '../../config/env.ts'

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])
const OWN_HOST = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/
const FORWARDED = [
  'forwarded',
  'via',
  'x-real-ip',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
]

type Access = Pick<Settings, 'metricsOpen' | 'metricsToken' | 'isProduction'>

/**
 * True with the token, if one is set; for everyone, if metrics are open; otherwise for this machine. A local proxy may
 * connect from it, too, without forwarding headers and with its own host name: production requires one of the two
 * settings.
 */
export function mayReadMetrics(
  { metricsOpen, metricsToken, isProduction }: Access,
  { headers, socket }: Pick<FastifyRequest, 'headers' | 'socket'>,
): boolean {
  if (metricsOpen) return true
  if (metricsToken !== undefined) return isSame(headers.authorization, `Bearer ${metricsToken}`)
  return (
    !isProduction &&
    LOOPBACK.has(socket.remoteAddress ?? '') &&
    OWN_HOST.test(headers.host ?? '') &&
    FORWARDED.every((name) => headers[name] === undefined)
  )
}

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Compares in constant time. */
const isSame = (given: string | undefined, secret: string): boolean =>
  timingSafeEqual(digest(given ?? ''), digest(secret))
