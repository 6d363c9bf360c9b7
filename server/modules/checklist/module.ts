import { VERSION } from '../../config/version.ts'
import type { Module } from '../face.ts'
import { dataChecks } from './dataChecks.ts'
import { checklistModule } from './deskRoutes.ts'
import { backupMails } from './failedBackup.ts'
import { machineChecks } from './machineChecks.ts'
import { noteVersion } from './repository.ts'
import { settingChecks } from './settingChecks.ts'

export const checklist = {
  gives: {},
  make: (): Module => ({
    desk: checklistModule,
    mails: backupMails.writers,
    async atStart({ db, clock }) {
      await noteVersion({ db, now: clock() }, VERSION)
      return { notes: [], warnings: [] }
    },
    checks: [
      ({ settings, kit }) => settingChecks(settings, kit.current()),
      ({ settings }) => machineChecks(settings),
      dataChecks,
    ],
  }),
}
