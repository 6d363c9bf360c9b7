import { API_BASE } from '../http/apiBase.ts'
import { cacheRawResponses } from '../http/cache/rawResponseCache.ts'
import type { Deps } from '../http/deps.ts'
import { bareApp } from '../http/plugins/bareApp.ts'
import type { ConnectionLimits } from '../http/plugins/connections.ts'
import { admitViewer, requireMember, requireStepUp } from '../http/plugins/identity.ts'
import { measure } from '../http/plugins/metrics.ts'
import { documentApi } from '../http/plugins/openApi.ts'
import { limitRates, limitReads, limitWrites } from '../http/plugins/rateLimit.ts'
import { secureSite } from '../http/plugins/security.ts'
import { scope } from '../http/serve.ts'
import { collectSite } from './collect.ts'

const LIMITS = { maxParamLength: 500 }
const MEMBER_BODY_BYTES = 1024 * 1024

/** Does not listen: tests inject requests. @param connections for tests */
export async function buildApp(deps: Deps, connections: Partial<ConnectionLimits> = {}) {
  const { partsOfSite, all } = collectSite(deps)
  const app = bareApp(deps, LIMITS, connections)
  app.decorateRequest('viewerId', null)

  measure(app)
  app.metrics.registerMetric(deps.security.counter)
  cacheRawResponses(app, deps)
  for (const decorate of partsOfSite('decorate')) await decorate(app)
  secureSite(app, deps)
  await limitRates(app, deps)
  await app.register(
    scope('api', async (api) => {
      await documentApi(api, deps.kit)
      // Access depends on the scope alone.
      await api.register(
        scope('open', async (open) => {
          for (const routes of partsOfSite('open')) await routes(open, all)
        }),
      )
      await api.register(
        scope('optional', async (optional) => {
          optional.addHook('onRequest', admitViewer(optional.siteTokens.whoIs))
          limitReads(optional, deps)
          for (const routes of partsOfSite('optional')) await routes(optional, all)
        }),
      )
      await api.register(
        scope('member', async (member) => {
          const { whoIs, stepUp } = member.siteTokens
          member.addHook('onRequest', requireMember(whoIs))
          member.addHook('onRoute', (route) => {
            route.bodyLimit ??= MEMBER_BODY_BYTES
          })
          limitWrites(member)
          limitReads(member, deps)
          member.addHook('onRequest', requireStepUp(stepUp.isValid))
          for (const routes of partsOfSite('member')) await routes(member, all)
        }),
      )
    }),
    { prefix: API_BASE },
  )
  for (const pages of partsOfSite('pages')) await pages(app, all)
  return app
}
