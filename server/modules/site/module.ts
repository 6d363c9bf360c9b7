import type { PageFacts } from '#contract/pages.ts'
import type { Settings } from '../../config/env.ts'
import { SITE_FOLDER } from '../../http/plugins/builtSite.ts'
import { serveSite } from '../../http/plugins/staticFiles.ts'
import type { Module } from '../face.ts'
import { serveCrawlers } from './crawlers.ts'
import { offlineTag, serveWorker } from './offline.ts'
import { openRendering } from './openRenderer.ts'
import { renderedPages } from './renderedPages.ts'
import { describeSite } from './site.ts'

type Needs = { readonly feedsOf: (settings: Settings) => PageFacts['feeds'] }

export const site = {
  gives: {},
  make: ({ feedsOf }: Needs): Module => ({
    site: (deps) => ({
      async pages(app, all) {
        const described = describeSite(deps.settings, all)
        const rendering = await openRendering(
          deps,
          described,
          all,
          feedsOf(deps.settings),
          SITE_FOLDER,
        )
        serveCrawlers(app, deps, described, SITE_FOLDER)
        serveWorker(app, deps, SITE_FOLDER)
        await serveSite(
          app,
          described,
          SITE_FOLDER,
          rendering && ((plain) => renderedPages(rendering(plain), app.metrics, app.log)),
        )
      },
      everyPage: offlineTag(deps.settings, SITE_FOLDER),
    }),
  }),
}
