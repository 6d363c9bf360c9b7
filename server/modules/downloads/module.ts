import { forVisitors } from '../../http/deps.ts'
import type { Module } from '../face.ts'
import { downloadsDeskModule } from './deskRoutes.ts'
import { downloadsModule, downloadsReads } from './siteRoutes.ts'
import { downloadsSource } from './siteSearch.ts'

export const downloads = {
  gives: {},
  make: (): Module => ({
    site(deps) {
      const visitors = forVisitors(deps)
      return {
        open: (open) => downloadsModule(open, visitors),
        search: downloadsSource(visitors),
        reads: downloadsReads(visitors),
        areas: { '/downloads': 'downloads' },
      }
    },
    desk: downloadsDeskModule,
  }),
}
