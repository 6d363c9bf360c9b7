import type { Module } from '../face.ts'
import { overviewModule } from './deskRoutes.ts'

export const overview = {
  gives: {},
  make: (): Module => ({ desk: (desk, deps, { queues }) => overviewModule(desk, deps, queues) }),
}
