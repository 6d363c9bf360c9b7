import { DAY_MS } from '../../config/time.ts'
import { scope } from '../../http/serve.ts'
import type { Module } from '../face.ts'
import { messagesDeskModule, type Others } from './deskRoutes.ts'
import { contactMails } from './mails.ts'
import { deleteOldMessages, messageStates, messagesData } from './repository.ts'
import { messagesModule } from './siteRoutes.ts'

export const messages = {
  gives: {},
  make: (others: Others): Module => ({
    site: (deps) => ({
      // The contact form, which works without scripts, has another type of body.
      async open(open) {
        await open.register(scope('contact', async (forms) => messagesModule(forms, deps)))
      },
    }),
    desk: (desk, deps) => messagesDeskModule(desk, deps, others),
    mails: contactMails.writers,
    expiries: { messages: { expire: deleteOldMessages, keptMs: 365 * DAY_MS } },
    personalData: messagesData,
    queues: () => ({
      messages: { table: 'contact_messages', since: 'created_at', waits: messageStates().unread },
    }),
  }),
}
