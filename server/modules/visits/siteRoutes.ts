import { contentCalls } from '#contract/content.ts'
import type { App, Deps } from '../../http/deps.ts'
import { limited } from '../../http/serve.ts'
import { serve } from '../../work/calls.ts'
import { countVisit } from './repository.ts'

/** One number per day, and nothing about the visitor (ruling 56). */
export function visitsModule(open: App, deps: Deps): void {
  serve(open, deps, contentCalls.logVisit, logVisit, limited(120, 1))
}

async function logVisit({ db, clock }: Deps) {
  await countVisit({ db, now: clock() })
  return { message: 'Visit logged.' }
}
