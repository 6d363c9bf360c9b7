import { DAY_MS } from '../../config/time.ts'
import type { Module } from '../face.ts'
import { nameChangesModule, nameMails } from './deskRoutes.ts'
import {
  blankReasons,
  deleteNameChangesSince,
  listOrderDetails,
  nameChangeStates,
  profileData,
} from './repository.ts'
import { profileMemberModule, profileModule } from './siteRoutes.ts'

export const profile = {
  gives: { listOrderDetails, deleteNameChangesSince },
  make: (): Module => ({
    site: (deps) => ({
      open: (open) => profileModule(open, deps),
      member: (member) => profileMemberModule(member, deps),
    }),
    desk: nameChangesModule,
    mails: nameMails.writers,
    expiries: { reasons: { expire: blankReasons, keptMs: 365 * DAY_MS } },
    personalData: profileData,
    queues: () => ({
      'name-changes': {
        table: 'name_changes',
        since: 'created_at',
        waits: nameChangeStates().pending,
      },
    }),
  }),
}
