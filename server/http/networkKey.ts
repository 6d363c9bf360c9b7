import { normalizeIP } from '@fastify/rate-limit'

/** A caller to the limits: an IPv4 address, or the /64 of an IPv6 address, which one customer has. */
export const networkKey = (ip: string): string => normalizeIP(ip)
