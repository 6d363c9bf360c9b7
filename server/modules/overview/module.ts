import type { Module } from '../face.ts'
import { overviewRoutes } from './deskRoutes.ts'

export const overview = {
  gives: {},
  make: (): Module => ({ desk: (desk, deps, { queues }) => overviewRoutes(desk, deps, queues) }),
}
