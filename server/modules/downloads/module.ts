import { forVisitors } from '../../http/deps.ts'
import type { Module } from '../face.ts'
import { downloadsDeskModule } from './deskRoutes.ts'
import { downloadsModule, downloadsReads } from './siteRoutes.ts'

export const downloads = {
  gives: {},
  make: (): Module => ({
    site(deps) {
      const visitors = forVisitors(deps)
      return {
        open: (open) => downloadsModule(open, visitors),
        search: new URL('./siteSearch.ts', import.meta.url),
        reads: downloadsReads(visitors),
        areas: { '/downloads': 'downloads' },
      }
    },
    desk: downloadsDeskModule,
  }),
}
