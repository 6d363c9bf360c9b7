import cookie from '@fastify/cookie'
import helmet from '@fastify/helmet'
import { DESK_API_BASE } from '#contract/desk.ts'
import { guard } from './desk/guard.ts'
import { registerModules } from './deskScopes.ts'
import type { App, Deps } from './http/deps.ts'
import { bareApp } from './http/plugins/bareApp.ts'
import type { ConnectionLimits } from './http/plugins/connections.ts'
import { servePages } from './http/plugins/deskPages.ts'
import { limitRates } from './http/plugins/rateLimit.ts'
import { HSTS } from './http/plugins/security.ts'
import { boundBodies } from './http/plugins/slowBodies.ts'
import { scope } from './http/serve.ts'
import { findDeskSession } from './modules/account/deskSessionRepository.ts'
import { filesModule } from './modules/files/siteRoutes.ts'

const LIMITS = { maxParamLength: 100, exposeHeadRoutes: false }

/** 200 MB over a slow line take their time. Milliseconds. */
const REQUEST_TIMEOUT = 30 * 60_000

/**
 * Builds the staff desk: an application of its own, for an origin of its own (ruling 17), on the site's
 * database. Listens nowhere yet.
 * @param connections other limits than the usual ones, for tests
 */
export async function buildDesk(
  deps: Deps,
  connections: Partial<ConnectionLimits> = {},
): Promise<App> {
  const app = bareApp(deps, LIMITS, { requestTimeout: REQUEST_TIMEOUT, ...connections })
  boundBodies(app)
  await secureDesk(app, deps)
  await app.register(cookie)
  await limitRates(app, deps)
  await app.register(
    scope('desk', async (api) => {
      guard(api, deps, findDeskSession)
      await registerModules(api, deps)
    }),
    { prefix: DESK_API_BASE },
  )
  // Pictures and films under the addresses of the site, for the desk's own pages.
  await app.register(
    scope('files', async (open) => filesModule(open, deps)),
    { prefix: '/api' },
  )
  await servePages(app)
  return app
}

/** As the site's shields; styles may stand in the page here and nowhere else: react-admin writes them. */
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
        // Previews are the site's own pages.
        frameSrc: [new URL(settings.publicUrl).origin],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: https && HSTS,
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
  })
  app.addHook('onSend', async (request, reply, payload) => {
    if (request.url.startsWith(DESK_API_BASE)) reply.header('cache-control', 'no-store')
    return payload
  })
}
