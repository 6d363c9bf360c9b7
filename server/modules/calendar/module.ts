import type { Module } from '../face.ts'
import { calendarData, countFeeds, deleteFeedsSince } from './repository.ts'
import { calendarModule, feedFileModule, type Sources } from './siteRoutes.ts'

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
