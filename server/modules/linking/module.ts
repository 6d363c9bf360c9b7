import { forVisitors } from '../../http/deps.ts'
import type { Module } from '../face.ts'
import { makeLinker } from './linker.ts'
import { isMentionedIn, linkingModule, ownTermsModule } from './siteRoutes.ts'
import type { ListPendingCards } from './source.ts'

export const linking = {
  gives: { isMentionedIn },
  make: ({ listPendingCards }: { readonly listPendingCards: ListPendingCards }): Module => ({
    site: (deps, { links }) => ({
      open: (open) => linkingModule(open, forVisitors(deps), links),
      member: (member) => ownTermsModule(member, deps, listPendingCards),
    }),
    jobs: [(deps, log, { links }) => makeLinker(deps, links, log)],
  }),
}
