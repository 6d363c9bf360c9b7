import type { Module } from '../face.ts'
import { calendarData, countFeeds, deleteFeedsSince } from './repository.ts'
import { calendarRoutes, feedFileRoutes, type Sources } from './siteRoutes.ts'

export const calendar = {
  gives: { countFeeds, deleteFeedsSince },
  make: (sources: Sources): Module => ({
    site: (deps) => ({
      open: (open) => feedFileRoutes(open, deps, sources),
      member: (member) => calendarRoutes(member, deps, sources),
      features: ['calendar', 'next'],
    }),
    personalData: calendarData,
  }),
}
