import { SerializerSelector } from '@fastify/fast-json-stringify-compiler'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify, { type FastifyRequest, type FastifyServerOptions } from 'fastify'
import type { Settings } from '../../config/env.ts'
import { mainLanguage } from '../../text/contentLanguage.ts'
import type { App, Deps } from '../deps.ts'
import {
  boundConnections,
  CONNECTION_LIMITS,
  type ConnectionLimits,
  drainOnClose,
} from './connections.ts'
import { brokenRequestHandler, handleError, handleFrameworkError } from './errorHandler.ts'
import { refuseBadText } from './textGuard.ts'
import { schemaCompiler } from './validation.ts'

/**
 * Letters, digits, `-` and `_` without a break, as long as the shortest secret of a link, preview, calendar feed or file
 * name. Words of paths have no digits and capitals.
 */
const LONG = /[\w-]{20,}/g

/** Percent-encoded letters, digits, `-`, `.`, `_` and `~`, which need no encoding (RFC 3986, 6.2.2.2). */
const NEEDLESS = /%(?:2[de]|3\d|4[1-9a-f]|5[\daf]|6[1-9a-f]|7[\dae])/gi

/** What a member has written to others. */
const WORDS = /([?&]reason=)[^&]*/g

/** Secrets are known by their length, because programs that rewrite the links of mails spell their paths in many ways. */
const withoutSecrets = (url: string): string =>
  url
    .replace(NEEDLESS, decodeURIComponent)
    .replace(LONG, (run) => (/[\dA-Z]/.test(run) ? '[hidden]' : run))
    .replace(WORDS, '$1[hidden]')

/** JSON lines without tokens, secrets of mailed links and bodies. */
const logging = ({ logLevel }: Pick<Settings, 'logLevel'>) =>
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

type SchemaController = NonNullable<FastifyServerOptions['schemaController']>
type BuildSerializer = NonNullable<SchemaController['compilersFactory']>['buildSerializer']

/**
 * Fastify compiles the serializers of all responses at the start: hundreds, most of them for refusals, which do not
 * use them. Compiled at first use, the start is a quarter shorter.
 */
const buildSerializer: BuildSerializer = (schemas, options) => {
  const compile = SerializerSelector()(schemas, options)
  return (route) => {
    let write: ReturnType<typeof compile> | undefined
    return (data) => {
      write ??= compile(route)
      return write(data)
    }
  }
}

const schemaController: SchemaController = {
  compilersFactory: { buildSerializer },
}

/**
 * Limit of JSON bodies without a session; the scopes of members and staff raise it, and multipart forms have limits of
 * their own.
 */
const OPEN_BODY_BYTES = 64 * 1024

type Options = {
  /** Characters. */
  readonly maxParamLength: number
  readonly exposeHeadRoutes?: boolean
}

/** Base of both applications: limits, logging, validation, the error shape. */
export function bareApp(
  { settings }: Deps,
  { maxParamLength, ...options }: Options,
  limits: Partial<ConnectionLimits> = {},
): App {
  const connections = { ...CONNECTION_LIMITS, ...limits }
  const { headersTimeout, connectionsCheckingInterval } = connections
  const { requestTimeout, connectionTimeout, keepAliveTimeout } = connections
  const app = Fastify({
    ...options,
    bodyLimit: OPEN_BODY_BYTES,
    logger: logging(settings),
    schemaController,
    trustProxy: settings.trustProxy.length > 0 ? [...settings.trustProxy] : false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength },
    requestTimeout,
    connectionTimeout,
    keepAliveTimeout,
    maxRequestsPerSocket: 1000,
    http: { headersTimeout, connectionsCheckingInterval },
    forceCloseConnections: 'idle',
    // `drainOnClose` serves requests on open connections.
    return503OnClosing: false,
    frameworkErrors: handleFrameworkError,
    clientErrorHandler: brokenRequestHandler(
      connections.finalResponseTimeout,
      mainLanguage(settings),
    ),
  }).withTypeProvider<TypeBoxTypeProvider>()
  app.setValidatorCompiler(schemaCompiler())
  app.setErrorHandler(handleError)
  app.addHook('preValidation', refuseBadText)
  app.decorate('languages', settings.languages)
  app.decorateRequest('memberId')
  drainOnClose(app)
  boundConnections(app, connections)
  return app
}
