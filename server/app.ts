import { API_BASE } from './http/apiBase.ts'
import { cacheRawResponses } from './http/cache/rawResponseCache.ts'
import type { Deps } from './http/deps.ts'
import { bareApp } from './http/plugins/bareApp.ts'
import { SITE_FOLDER } from './http/plugins/builtSite.ts'
import type { ConnectionLimits } from './http/plugins/connections.ts'
import { measure } from './http/plugins/metrics.ts'
import { documentApi } from './http/plugins/openApi.ts'
import { limitRates } from './http/plugins/rateLimit.ts'
import { secureSite } from './http/plugins/security.ts'
import { serveSite } from './http/plugins/staticFiles.ts'
import { scope } from './http/serve.ts'
import { makeTokens } from './modules/account/tokens.ts'
import { framePreviews } from './modules/content/preview.ts'
import { legalModule } from './modules/legal/siteRoutes.ts'
import { makeStreams, measureStreams } from './modules/live/streams.ts'
import { serveCrawlers } from './modules/site/crawlers.ts'
import { serveWorker } from './modules/site/offline.ts'
import { renderedPages } from './modules/site/renderedPages.ts'
import { pageRendering, registerScopes, sitePages, withSearches } from './scopes.ts'

const LIMITS = { maxParamLength: 500 }

/** Does not listen: tests inject requests. @param connections for tests */
export async function buildApp(deps: Deps, connections: Partial<ConnectionLimits> = {}) {
  const searching = withSearches(deps)
  const app = bareApp(deps, LIMITS, connections)
  app.decorateRequest('viewerId', null)

  measure(app)
  app.metrics.registerMetric(deps.security.counter)
  cacheRawResponses(app, deps)
  app.decorate('liveStreams', makeStreams(deps, app.log))
  measureStreams(app.metrics, app.liveStreams)
  app.decorate('siteTokens', await makeTokens(app, deps))
  secureSite(app, deps)
  await limitRates(app, deps)
  await app.register(
    scope('api', async (api) => {
      await documentApi(api)
      await registerScopes(api, searching)
    }),
    { prefix: API_BASE },
  )
  legalModule(app, deps)
  framePreviews(app, deps)
  const site = sitePages(deps)
  const rendering = await pageRendering(searching, site, API_BASE, SITE_FOLDER)
  serveCrawlers(app, deps, site, SITE_FOLDER)
  serveWorker(app, deps, SITE_FOLDER)
  await serveSite(
    app,
    site,
    SITE_FOLDER,
    rendering && ((plain) => renderedPages(rendering(plain), app.metrics, app.log)),
  )
  return app
}
