import type { FastifyRequest, FastifyServerOptions } from 'fastify'
import type { Settings } from '../../config/env.ts'

/** URLs of mailed links contain a secret (behaviour 2). */
const LINK =
  /(\/(?:auth\/(?:activate-account|verified-change-password)|notifications\/unsubscribe(?:-invites)?)\/)[^/?#]+/g

/** Previews of unpublished articles, too. */
const PREVIEW = /([?&]preview=)[^&]+/g

/** JSON lines without tokens, secrets of mailed links and bodies. */
export const logging = ({ logLevel }: Pick<Settings, 'logLevel'>) =>
  ({
    level: logLevel,
    redact: ['req.headers.authorization', 'req.headers.cookie'],
    serializers: {
      req: ({ method, url, ip }: FastifyRequest) => ({
        method,
        url: url.replace(LINK, '$1[hidden]').replace(PREVIEW, '$1[hidden]'),
        remoteAddress: ip,
      }),
    },
  }) satisfies FastifyServerOptions['logger']
