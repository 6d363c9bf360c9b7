import cookie from '@fastify/cookie'
import { DESK_API_BASE } from '#contract/desk.ts'
import { MINUTE_MS } from '../config/time.ts'
import { guard } from '../desk/guard.ts'
import type { Deps } from '../http/deps.ts'
import { bareApp } from '../http/plugins/bareApp.ts'
import type { ConnectionLimits } from '../http/plugins/connections.ts'
import { limitRates } from '../http/plugins/rateLimit.ts'
import { secureDesk } from '../http/plugins/security.ts'
import { boundBodies } from '../http/plugins/slowBodies.ts'
import { serveDesk } from '../http/plugins/staticFiles.ts'
import { scope } from '../http/serve.ts'
import { modules } from '../modules.ts'
import { importsModule } from '../transfer/imports.ts'
import { transferModule } from '../transfer/routes.ts'
import { collected, findDeskSession, transfers } from './collect.ts'

const LIMITS = { maxParamLength: 100, exposeHeadRoutes: false }

/** Time for 200 MB over a slow line. */
const REQUEST_TIMEOUT_MS = 30 * MINUTE_MS

/**
 * The staff desk: an application with an origin of its own (ruling 17), on the site's database. Does not listen.
 * @param connections for tests
 */
export async function buildDesk(deps: Deps, connections: Partial<ConnectionLimits> = {}) {
  const app = bareApp(deps, LIMITS, { requestTimeout: REQUEST_TIMEOUT_MS, ...connections })
  boundBodies(app)
  secureDesk(app, deps, DESK_API_BASE)
  await app.register(cookie)
  await limitRates(app, deps)
  await app.register(
    scope('desk', async (desk) => {
      guard(desk, deps, findDeskSession)
      for (const module of modules) await module.desk?.(desk, deps, collected)
      importsModule(desk, deps)
      await desk.register(
        scope('transfer', async (files) => transferModule(files, deps, transfers)),
      )
    }),
    { prefix: DESK_API_BASE },
  )
  for (const module of modules) await module.deskFiles?.(app, deps)
  await serveDesk(app, deps.kit)
  return app
}
