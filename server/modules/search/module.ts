import { forVisitors } from '../../http/deps.ts'
import type { Module } from '../face.ts'
import { searchModule } from './siteRoutes.ts'

export const search = {
  gives: {},
  make: (): Module => ({
    site: (deps) => ({
      open: (open, { searches }) => searchModule(open, { ...forVisitors(deps), searches }),
      pageFeatures: ['search'],
    }),
  }),
}
