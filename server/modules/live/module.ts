import type { Module } from '../face.ts'
import { KEPT_MS } from './frames.ts'
import { deleteOldLiveEvents } from './repository.ts'
import { liveModule } from './siteRoutes.ts'
import { makeStreams, measureStreams } from './streams.ts'

export const live = {
  gives: {},
  make: (): Module => ({
    site: (deps) => ({
      decorate(app) {
        app.decorate('liveStreams', makeStreams(deps, app.log))
        measureStreams(app.metrics, app.liveStreams)
      },
      member: (member) => liveModule(member, deps),
      features: ['live'],
    }),
    expiries: { liveEvents: { expire: deleteOldLiveEvents, keptMs: KEPT_MS } },
  }),
}
