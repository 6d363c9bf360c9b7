import type { FastifyRequest, FastifyServerOptions } from 'fastify'
import type { Settings } from '../../config/env.ts'

/**
 * Letters, digits, `-` and `_` without a break, as long as the shortest secret of a link, preview, calendar feed or file
 * name. Words of paths have no digits and capitals.
 */
const LONG = /[\w-]{20,}/g

/** Percent-encoded letters, digits, `-`, `.`, `_` and `~`, which need no encoding (RFC 3986, 6.2.2.2). */
const NEEDLESS = /%(?:2[de]|3\d|4[1-9a-f]|5[\daf]|6[1-9a-f]|7[\dae])/gi

/** Secrets are known by their length, because programs that rewrite the links of mails spell their paths in many ways. */
const withoutSecrets = (url: string): string =>
  url
    .replace(NEEDLESS, decodeURIComponent)
    .replace(LONG, (run) => (/[\dA-Z]/.test(run) ? '[hidden]' : run))

/** JSON lines without tokens, secrets of mailed links and bodies. */
export const logging = ({ logLevel }: Pick<Settings, 'logLevel'>) =>
  ({
    level: logLevel,
    redact: ['req.headers.authorization', 'req.headers.cookie'],
    serializers: {
      req: ({ method, url, ip }: FastifyRequest) => ({
        method,
        url: withoutSecrets(url),
        remoteAddress: ip,
      }),
    },
  }) satisfies FastifyServerOptions['logger']
