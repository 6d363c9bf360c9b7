import { scope } from '../../http/serve.ts'
import type { Module } from '../face.ts'
import { makeAnnouncer } from './announcer.ts'
import { notificationMailWriters } from './mails.ts'
import { notificationsData } from './personalDataRepository.ts'
import { countUnnotified, listUnsentAbout } from './repository.ts'
import { notificationsMemberModule, unsubscribeModule } from './siteRoutes.ts'

export const notifications = {
  gives: { countUnnotified, listUnsentAbout },
  make: (): Module => ({
    site: (deps) => ({
      async open(open) {
        await open.register(scope('unsubscribe', async (mailed) => unsubscribeModule(mailed, deps)))
      },
      member: (member) => notificationsMemberModule(member, deps),
    }),
    mails: notificationMailWriters,
    jobs: [makeAnnouncer],
    personalData: notificationsData,
  }),
}
