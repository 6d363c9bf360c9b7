import type { FastifyRequest, FastifyServerOptions } from 'fastify'
import type { Settings } from '../../config/env.ts'

/** The secret of a mailed link stands in the address that it opens (behaviour 2). */
const LINK =
  /(\/(?:auth\/(?:activate-account|verified-change-password)|notifications\/unsubscribe)\/)[^/?#]+/g

/** So does the permission to see an article before it is published. */
const PREVIEW = /([?&]preview=)[^&]+/g

/** JSON lines. Neither tokens nor the secrets of mailed links get into them; bodies are never logged. */
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
