import type { IsMentioned } from '../../db/linkedTexts.ts'
import { forVisitors } from '../../http/deps.ts'
import { scope } from '../../http/serve.ts'
import type { Module } from '../face.ts'
import type { LinkSources } from '../linking/source.ts'
import { glossaryDeskModule } from './deskRoutes.ts'
import { glossaryMemberModule } from './memberRoutes.ts'
import { entryHead } from './pageHead.ts'
import { forecastEntries, glossaryData } from './personalDataRepository.ts'
import { entryStates, glossaryLinks, hasEntries, listPending } from './repository.ts'
import { reviewMails, reviewModule } from './reviewRoutes.ts'
import { glossaryModule, glossaryReads, glossaryTypesModule } from './siteRoutes.ts'

type Needs = { readonly isMentionedIn: (links: LinkSources) => IsMentioned }

export const glossary = {
  gives: { listPending, hasEntries },
  make: ({ isMentionedIn }: Needs): Module => ({
    site(deps, { links }) {
      const visitors = forVisitors(deps)
      const shared = { isMentioned: isMentionedIn(links) }
      return {
        open: (open) => glossaryTypesModule(open, visitors),
        optional: (optional) => glossaryModule(optional, { ...deps, ...shared }),
        async member(member) {
          await member.register(
            scope('glossary', async (forms) => glossaryMemberModule(forms, deps)),
          )
        },
        search: new URL('./siteSearch.ts', import.meta.url),
        reads: glossaryReads({ ...visitors, ...shared }),
        headOf: entryHead(visitors),
        areas: { '/world': 'glossary' },
        pageFeatures: ['entry_lookup'],
      }
    },
    desk(desk, deps) {
      glossaryDeskModule(desk, deps)
      reviewModule(desk, deps)
    },
    pictureTexts: [
      { table: 'glossary_entries', column: 'description', key: 'id' },
      { table: 'glossary_sub_entries', column: 'content', key: 'id' },
    ],
    mails: reviewMails.writers,
    personalData: glossaryData,
    forecastDeletion: forecastEntries,
    terms: glossaryLinks,
    queues: () => ({
      review: { table: 'glossary_entries', since: 'created_at', waits: entryStates().pending },
    }),
    transfers: { glossary: new URL('./transfer.ts', import.meta.url) },
  }),
}
