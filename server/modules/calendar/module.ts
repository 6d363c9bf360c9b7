import type { Module } from '../face.ts'
import { feedFileModule } from './feedRoutes.ts'
import { calendarData, countFeeds, deleteFeedsSince } from './repository.ts'
import { calendarModule } from './siteRoutes.ts'
import type { Sources } from './sources.ts'

export const calendar = {
  gives: { countFeeds, deleteFeedsSince },
  make: (sources: Sources): Module => ({
    site: (deps) => ({
      open: (open) => feedFileModule(open, deps, sources),
      member: (member) => calendarModule(member, deps, sources),
      features: ['calendar', 'next'],
    }),
    personalData: calendarData,
  }),
}
