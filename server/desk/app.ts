import cookie from '@fastify/cookie'
import helmet from '@fastify/helmet'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify from 'fastify'
import { DESK_API_BASE } from '#contract/desk.ts'
import type { App, Deps } from '../deps.ts'
import { filesModule } from '../modules/files/routes.ts'
import { endConnectionsOnClose } from '../plugins/closing.ts'
import { handleBrokenRequest, handleError } from '../plugins/errorHandler.ts'
import { logging } from '../plugins/logging.ts'
import { limitRates } from '../plugins/rateLimit.ts'
import { schemaController } from '../plugins/serialization.ts'
import { refuseBadText } from '../plugins/textGuard.ts'
import { schemaCompiler } from '../plugins/validation.ts'
import { guard } from './guard.ts'
import { registerModules } from './modules.ts'
import { servePages } from './pages.ts'

/** Bytes of a JSON body: the longest entry with all its sections. */
const BODY_LIMIT = 4 * 1024 * 1024
/** 200 MB over a slow line take their time. Milliseconds. */
const REQUEST_TIMEOUT = 30 * 60_000

/**
 * Builds the staff desk: an application of its own, for an origin of its own (SETTLED 17), on the site's
 * database. Listens nowhere yet.
 */
export async function buildDesk(deps: Deps): Promise<App> {
  const app = Fastify({
    logger: logging(deps.settings),
    bodyLimit: BODY_LIMIT,
    schemaController,
    trustProxy: deps.settings.trustProxy.length > 0 ? [...deps.settings.trustProxy] : false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 100 },
    connectionTimeout: 60_000,
    requestTimeout: REQUEST_TIMEOUT,
    keepAliveTimeout: 10_000,
    maxRequestsPerSocket: 1000,
    http: { headersTimeout: 20_000, connectionsCheckingInterval: 5000 },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    exposeHeadRoutes: false,
    frameworkErrors: handleError,
    clientErrorHandler: handleBrokenRequest,
  }).withTypeProvider<TypeBoxTypeProvider>()

  app.setValidatorCompiler(schemaCompiler())
  app.setErrorHandler(handleError)
  app.addHook('preValidation', refuseBadText)
  app.decorateRequest('memberId')

  endConnectionsOnClose(app)
  await secureDesk(app, deps)
  await app.register(cookie)
  await limitRates(app, deps)
  await app.register(
    async (api: App) => {
      guard(api, deps)
      await registerModules(api, deps)
    },
    { prefix: DESK_API_BASE },
  )
  // Pictures and films under the addresses of the site, for the desk's own pages.
  await app.register(async (open: App) => filesModule(open, deps.files), { prefix: '/api' })
  await servePages(app)
  return app
}

/** As the site's shields; styles may stand in the page here and nowhere else: react-admin writes them (SERVER trap 8). */
async function secureDesk(app: App, { settings }: Deps): Promise<void> {
  const https = settings.publicUrl.startsWith('https:')
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        mediaSrc: ["'self'", 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: https ? { maxAge: 31_536_000 } : false,
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
  })
  app.addHook('onSend', async (request, reply, payload) => {
    if (request.url.startsWith(DESK_API_BASE)) reply.header('cache-control', 'no-store')
    return payload
  })
}
