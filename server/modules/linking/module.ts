import { forVisitors } from '../../http/deps.ts'
import type { Module } from '../face.ts'
import { makeLinker } from './linker.ts'
import { linkedTree } from './privateTexts.ts'
import { isMentionedIn, linkingModule } from './siteRoutes.ts'

export const linking = {
  gives: { isMentionedIn, linkedTree },
  make: (): Module => ({
    site: (deps, { links }) => ({
      open: (open) => linkingModule(open, forVisitors(deps), links),
      pageFeatures: ['term_links'],
    }),
    jobs: [(deps, log, { links }) => makeLinker(deps, links, log)],
  }),
}
