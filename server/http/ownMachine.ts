import type { FastifyRequest } from 'fastify'

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

/**
 * True for a request from this machine that no proxy has sent on. A proxy on it can be set up to look like one of its
 * users, so that nothing secret may depend on it in production.
 */
export const isFromOwnMachine = ({
  headers,
  socket,
}: Pick<FastifyRequest, 'headers' | 'socket'>): boolean =>
  LOOPBACK.has(socket.remoteAddress ?? '') &&
  OWN_HOST.test(headers.host ?? '') &&
  FORWARDED.every((name) => headers[name] === undefined)
