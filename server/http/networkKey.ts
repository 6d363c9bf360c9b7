import { normalizeIP } from '@fastify/rate-limit'

/** The network that limits count as one caller: an IPv4 address, or the /64 that one IPv6 customer has. */
export const networkKey = (ip: string): string => normalizeIP(ip)
