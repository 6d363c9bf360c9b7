import type { Module } from '../face.ts'
import { formattingDeskModule } from './deskRoutes.ts'
import { formattingModule } from './siteRoutes.ts'

export const formatting = {
  gives: {},
  make: (): Module => ({
    site: (deps) => ({
      member: (member) => formattingModule(member, deps),
      pageFeatures: ['formatting'],
    }),
    desk: formattingDeskModule,
  }),
}
