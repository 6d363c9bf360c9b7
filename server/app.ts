import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify from 'fastify'
import type { App, Deps } from './deps.ts'
import { makeTokens } from './modules/account/tokens.ts'
import { contentHead } from './modules/content/preview.ts'
import { endConnectionsOnClose } from './plugins/closing.ts'
import { handleBrokenRequest, handleError } from './plugins/errorHandler.ts'
import { logging } from './plugins/logging.ts'
import { measure } from './plugins/metrics.ts'
import { documentApi } from './plugins/openApi.ts'
import { limitRates } from './plugins/rateLimit.ts'
import { repeatAnswers } from './plugins/repeatAnswers.ts'
import { secureHeaders } from './plugins/security.ts'
import { schemaController } from './plugins/serialization.ts'
import { serveSite } from './plugins/staticFiles.ts'
import { refuseBadText } from './plugins/textGuard.ts'
import { schemaCompiler } from './plugins/validation.ts'
import { registerScopes } from './scopes.ts'

/** Bytes of a JSON body; uploads have their own limits. */
const BODY_LIMIT = 1024 * 1024

/** Below this path the API answers (SPEC 7: "an API base URL"). */
export const API_BASE = '/api'

/** Builds the application. Listens nowhere yet: tests inject requests, the entry file listens. */
export async function buildApp(deps: Deps): Promise<App> {
  const app = Fastify({
    logger: logging(deps.settings),
    bodyLimit: BODY_LIMIT,
    schemaController,
    trustProxy: deps.settings.trustProxy.length > 0 ? [...deps.settings.trustProxy] : false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    // A slow client holds a socket no longer than this (SERVER trap 7). Milliseconds.
    connectionTimeout: 60_000,
    requestTimeout: 120_000,
    keepAliveTimeout: 10_000,
    maxRequestsPerSocket: 1000,
    http: { headersTimeout: 20_000, connectionsCheckingInterval: 5000 },
    forceCloseConnections: 'idle',
    // A request that still comes in over an open connection is served; see closing.ts.
    return503OnClosing: false,
    frameworkErrors: handleError,
    clientErrorHandler: handleBrokenRequest,
  }).withTypeProvider<TypeBoxTypeProvider>()

  app.setValidatorCompiler(schemaCompiler())
  app.setErrorHandler(handleError)
  app.addHook('preValidation', refuseBadText)
  app.decorateRequest('memberId')
  app.decorateRequest('viewerId', null)

  measure(app)
  endConnectionsOnClose(app)
  repeatAnswers(app, deps)
  app.decorate('siteTokens', await makeTokens(app, deps))
  await secureHeaders(app, deps)
  await limitRates(app, deps)
  await app.register(
    async (api) => {
      await documentApi(api)
      await registerScopes(api, deps)
    },
    { prefix: API_BASE },
  )
  await serveSite(app, contentHead(deps))
  return app
}
