import type { Module } from '../face.ts'
import { visitsModule } from './siteRoutes.ts'

export const visits = {
  gives: {},
  make: (): Module => ({ site: (deps) => ({ open: (open) => visitsModule(open, deps) }) }),
}
