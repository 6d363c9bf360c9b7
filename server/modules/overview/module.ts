import type { Module } from '../face.ts'
import { overviewRoutes } from './deskRoutes.ts'

export const overview = {
  make: (): Module => ({ desk: (desk, deps, { queues }) => overviewRoutes(desk, deps, queues) }),
}
