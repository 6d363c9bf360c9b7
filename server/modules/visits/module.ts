import { contentCalls } from '#contract/content.ts'
import { type App, type Deps, limited } from '../../http/deps.ts'
import { type CallRead, routesOn } from '../../work/work.ts'
import type { Module } from '../face.ts'
import { countVisit } from './repository.ts'

export const visits = {
  make: (): Module => ({ site: (deps) => ({ open: (open) => visitsRoutes(open, deps) }) }),
}

/** One number per day, and nothing about the visitor (ruling 56). */
function visitsRoutes(open: App, deps: Deps): void {
  routesOn(open, deps, contentCalls)('logVisit', logVisit, limited(120, 1))
}

async function logVisit(w: CallRead) {
  await countVisit(w)
  return { message: 'Visit logged.' }
}
