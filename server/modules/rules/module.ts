import type { IsMentioned } from '../../db/linkedTexts.ts'
import { forVisitors } from '../../http/deps.ts'
import type { Module } from '../face.ts'
import type { LinkSources } from '../linking/source.ts'
import { rulesDeskModule } from './deskRoutes.ts'
import { ruleLinks } from './linkRepository.ts'
import { ruleHead, rulePages } from './pageHead.ts'
import { ruleSearch, rulesSource } from './search.ts'
import { rulesModule, rulesReads } from './siteRoutes.ts'

type Needs = { readonly isMentionedIn: (links: LinkSources) => IsMentioned }

export const rules = {
  gives: {},
  make: ({ isMentionedIn }: Needs): Module => ({
    site(deps, { links }) {
      const visitors = forVisitors(deps)
      const search = ruleSearch(visitors)
      const searching = { ...visitors, search, isMentioned: isMentionedIn(links) }
      return {
        open: (open) => rulesModule(open, searching),
        search: rulesSource(search),
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
