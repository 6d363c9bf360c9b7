import { isIPv6 } from 'node:net'
import { normalizeIP } from '@fastify/rate-limit'
import Bowser from 'bowser'
import type { FastifyRequest } from 'fastify'

/** Browser and network of a caller, as members see them. */
export type Client = {
  /** Readable name, such as "Firefox on Linux"; null if unknown. */
  readonly browser: string | null
  /** Coarse, such as "203.0.113.x": no IP address is stored. */
  readonly network: string | null
}

export const UNKNOWN_CLIENT: Client = { browser: null, network: null }

/** Limit of characters; longer ones are forged. */
const USER_AGENT_MAX = 1000

export const clientOf = ({ ip, headers }: Pick<FastifyRequest, 'ip' | 'headers'>): Client => ({
  browser: browserIn(headers['user-agent'] ?? ''),
  network: coarseNetwork(ip),
})

function browserIn(userAgent: string): string | null {
  if (userAgent === '' || userAgent.length > USER_AGENT_MAX) return null
  const { browser, os } = Bowser.parse(userAgent)
  const words = [browser.name, os.name].filter((word) => word !== undefined && word !== '')
  return words.length === 0 ? null : words.join(' on ')
}

/** Three of four bytes of an IPv4 address, 48 of 128 bits of an IPv6 address. */
function coarseNetwork(ip: string): string {
  const key = networkKey(ip)
  if (!isIPv6(key.replace(/\/\d+$/, ''))) return key.replace(/\.\d+$/, '.x')
  return `${key.split(':').slice(0, 3).join(':')}:x`
}

/** A caller to the limits: an IPv4 address, or the /64 of an IPv6 address, which one customer has. */
export const networkKey = (ip: string): string => normalizeIP(ip)

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
