import type { IsMentioned } from '../../db/linkedTexts.ts'
import { forVisitors } from '../../http/deps.ts'
import type { Module } from '../face.ts'
import type { LinkSources } from '../linking/source.ts'
import { rulesDeskModule } from './deskRoutes.ts'
import { ruleHead, rulePages } from './pageHead.ts'
import { ruleLinks } from './repository.ts'
import { ruleLists, rulesModule, rulesReads } from './siteRoutes.ts'

type Needs = { readonly isMentionedIn: (links: LinkSources) => IsMentioned }

export const rules = {
  gives: {},
  make: ({ isMentionedIn }: Needs): Module => ({
    site(deps, { links }) {
      const visitors = forVisitors(deps)
      const searching = {
        ...visitors,
        lists: ruleLists(visitors),
        isMentioned: isMentionedIn(links),
      }
      return {
        open: (open) => rulesModule(open, searching),
        search: new URL('./search.ts', import.meta.url),
        reads: rulesReads(searching),
        headOf: ruleHead(visitors),
        listPages: rulePages(visitors),
        areas: { '/rules': 'rules', '/ruleItem/:id': 'rules' },
      }
    },
    desk: rulesDeskModule,
    terms: ruleLinks,
    pictureTexts: [{ table: 'rule_sub_entries', column: 'content', key: 'id' }],
    transfers: { rules: new URL('./transfer.ts', import.meta.url) },
  }),
}
