import type { Module } from '../face.ts'
import { healthModule } from './siteRoutes.ts'

export const health = {
  gives: {},
  make: (): Module => ({ site: (deps) => ({ open: (open) => healthModule(open, deps) }) }),
}
