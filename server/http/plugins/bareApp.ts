import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify from 'fastify'
import { mainLanguage } from '../../text/contentLanguage.ts'
import type { App, Deps } from '../deps.ts'
import {
  boundConnections,
  CONNECTION_LIMITS,
  type ConnectionLimits,
  drainOnClose,
} from './connections.ts'
import { brokenRequestHandler, handleError, handleFrameworkError } from './errorHandler.ts'
import { logging } from './logging.ts'
import { schemaController } from './serialization.ts'
import { refuseBadText } from './textGuard.ts'
import { schemaCompiler } from './validation.ts'

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
