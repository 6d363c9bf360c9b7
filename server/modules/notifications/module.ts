import { scope } from '../../http/serve.ts'
import type { Module } from '../face.ts'
import { makeAnnouncer } from './announcer.ts'
import { articleMails } from './mails.ts'
import { findPreferences, notificationsData } from './preferenceRepository.ts'
import { countUnnotified, listUnsentAbout } from './repository.ts'
import {
  type AccountPreferences,
  notificationsMemberModule,
  unsubscribeModule,
} from './siteRoutes.ts'

export const notifications = {
  gives: { countUnnotified, listUnsentAbout, findPreferences },
  make: (account: AccountPreferences): Module => ({
    site: (deps) => ({
      async open(open) {
        await open.register(scope('unsubscribe', async (mailed) => unsubscribeModule(mailed, deps)))
      },
      member: (member) => notificationsMemberModule(member, { ...deps, ...account }),
    }),
    mails: articleMails.writers,
    jobs: [makeAnnouncer],
    personalData: notificationsData,
  }),
}
