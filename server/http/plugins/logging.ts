import type { FastifyRequest, FastifyServerOptions } from 'fastify'
import type { Settings } from '../../config/env.ts'

/** URLs of mailed links and of calendar feeds contain a secret (behaviour 2, 12.10). */
const LINK =
  /(\/(?:auth\/(?:activate-account|verified-change-password)|notifications\/unsubscribe(?:-invites)?|account\/(?:not-me|confirm-email|undo-email)|users\/my-data\/file|calendar)\/)[^/?#]+/gi

/** Previews of unpublished articles, too. */
const PREVIEW = /([?&]preview=)[^&]+/gi

/** Percent-encoded letters, digits, `-`, `.`, `_` and `~`, which need no encoding (RFC 3986, 6.2.2.2). */
const NEEDLESS = /%(?:2[de]|3\d|4[1-9a-f]|5[\daf]|6[1-9a-f]|7[\dae])/gi

/** Programs that rewrite the links of mails spell them in other ways. */
const withoutSecrets = (url: string): string =>
  url
    .replace(NEEDLESS, decodeURIComponent)
    .replace(LINK, '$1[hidden]')
    .replace(PREVIEW, '$1[hidden]')

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
