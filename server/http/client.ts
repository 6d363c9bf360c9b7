import { isIPv6 } from 'node:net'
import Bowser from 'bowser'
import type { FastifyRequest } from 'fastify'
import { networkKey } from './networkKey.ts'

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
export function coarseNetwork(ip: string): string {
  const key = networkKey(ip)
  if (!isIPv6(key.replace(/\/\d+$/, ''))) return key.replace(/\.\d+$/, '.x')
  return `${key.split(':').slice(0, 3).join(':')}:x`
}
