import { forVisitors } from '../../http/deps.ts'
import type { Module } from '../face.ts'
import { contentDeskModule, type Others } from './deskRoutes.ts'
import { feedLinks } from './feeds.ts'
import { contentHead, contentPages } from './pageHead.ts'
import { framePreviews } from './preview.ts'
import { contentLinks, nextChange } from './repository.ts'
import { contentModule, contentReads } from './siteRoutes.ts'

export const content = {
  gives: {},
  make: (others: Others): Module => ({
    site(deps) {
      const visitors = forVisitors(deps)
      return {
        open: (open) => contentModule(open, visitors),
        pages: (app) => framePreviews(app, deps),
        search: new URL('./siteSearch.ts', import.meta.url),
        reads: contentReads(visitors),
        headOf: contentHead(visitors),
        listPages: contentPages(visitors),
        everyPage: feedLinks,
        pageFeatures: ['feeds', 'list_link'],
        expiry: { contents: () => nextChange({ db: visitors.db, now: deps.clock() }) },
      }
    },
    desk: (desk, deps) => contentDeskModule(desk, deps, others),
    pictureTexts: [{ table: 'contents', column: 'description', key: 'id' }],
    links: contentLinks,
    transfers: { contents: new URL('./transfer.ts', import.meta.url) },
  }),
}
