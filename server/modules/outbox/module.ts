import { DAY_MS } from '../../config/time.ts'
import {
  blankOnceOnlyMails,
  deleteDeadMails,
  deleteSentMails,
  mailStates,
} from '../../mail/outbox.ts'
import type { Module } from '../face.ts'
import { mailData } from './personalDataRepository.ts'

/** The rows of `server/mail`, which every module writes to. */
export const outbox = {
  make: (): Module => ({
    expiries: {
      sentMails: { expire: deleteSentMails, keptMs: 30 * DAY_MS },
      onceOnlyMails: { expire: blankOnceOnlyMails, keptMs: 30 * DAY_MS },
      deadMails: { expire: deleteDeadMails, keptMs: 90 * DAY_MS },
    },
    personalData: mailData,
    queues: () => ({ outbox: { table: 'outbox', since: 'dead_at', waits: mailStates().dead } }),
  }),
}
