// Loaded before a program of the walk: names below "localhost" are this machine, as browsers have it and resolvers do not.
import dns from 'node:dns'

const { lookup } = dns
dns.lookup = (name, ...rest) => lookup(name.endsWith('.localhost') ? 'localhost' : name, ...rest)
