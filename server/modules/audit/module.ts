import type { Module } from '../face.ts'
import { auditModule } from './deskRoutes.ts'
import { auditData } from './personalDataRepository.ts'

export const audit = {
  gives: {},
  make: (): Module => ({ desk: auditModule, personalData: auditData }),
}
