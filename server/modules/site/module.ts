import { SITE_FOLDER } from '../../http/plugins/builtSite.ts'
import { serveSite } from '../../http/plugins/staticFiles.ts'
import type { Module } from '../face.ts'
import { hasWorker, serveCrawlers, serveWorker } from './crawlers.ts'
import { openRendering, renderedPages } from './renderedPages.ts'
import { describeSite } from './site.ts'

export const site = {
  make: (): Module => ({
    site: (deps) => ({
      async pages(app, all) {
        const described = describeSite(deps, all)
        const rendering = await openRendering(deps, described, all)
        serveCrawlers(app, deps, described, SITE_FOLDER)
        serveWorker(app, deps, SITE_FOLDER)
        await serveSite(app, deps.kit, {
          ...described,
          rendererFor: rendering
            ? (plain) => renderedPages(rendering(plain), app.metrics, app.log)
            : undefined,
        })
      },
      pageFeatures: hasWorker(deps.settings, SITE_FOLDER) ? ['offline'] : [],
    }),
  }),
}
