import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify from 'fastify'
import type { App, Deps } from '../deps.ts'
import { drainOnClose } from './closing.ts'
import { boundConnections, CONNECTION_LIMITS, type ConnectionLimits } from './connections.ts'
import { brokenRequestHandler, handleError } from './errorHandler.ts'
import { logging } from './logging.ts'
import { schemaController } from './serialization.ts'
import { refuseBadText } from './textGuard.ts'
import { schemaCompiler } from './validation.ts'

/**
 * Limit of the JSON body of an unauthenticated request, in bytes; the longest is a registration. The scopes of
 * members and staff raise it, and multipart forms have limits of their own.
 */
const OPEN_BODY_BYTES = 64 * 1024

type Own = {
  /** Characters of one part of an address. */
  readonly maxParamLength: number
  readonly exposeHeadRoutes?: boolean
}

/** What every application of ours is before it serves anything: limits, logging, validation, the one error shape. */
export function bareApp(
  { settings }: Deps,
  { maxParamLength, ...own }: Own,
  limits: Partial<ConnectionLimits> = {},
): App {
  const connections = { ...CONNECTION_LIMITS, ...limits }
  const { headersTimeout, connectionsCheckingInterval } = connections
  const app = Fastify({
    ...own,
    bodyLimit: OPEN_BODY_BYTES,
    logger: logging(settings),
    schemaController,
    trustProxy: settings.trustProxy.length > 0 ? [...settings.trustProxy] : false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength },
    requestTimeout: connections.requestTimeout,
    connectionTimeout: connections.connectionTimeout,
    keepAliveTimeout: connections.keepAliveTimeout,
    maxRequestsPerSocket: 1000,
    http: { headersTimeout, connectionsCheckingInterval },
    forceCloseConnections: 'idle',
    // A request that still comes in over an open connection is served; see closing.ts.
    return503OnClosing: false,
    frameworkErrors: handleError,
    clientErrorHandler: brokenRequestHandler(connections.finalResponseTimeout),
  }).withTypeProvider<TypeBoxTypeProvider>()
  app.setValidatorCompiler(schemaCompiler())
  app.setErrorHandler(handleError)
  app.addHook('preValidation', refuseBadText)
  app.decorateRequest('memberId')
  drainOnClose(app)
  boundConnections(app, connections)
  return app
}
