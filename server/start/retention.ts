import { setImmediate } from 'node:timers/promises'
import { NOTICE_DAYS } from '#contract/limits.ts'
import { DAY_MS } from '../config/time.ts'
import type { Expire } from '../db/expiry.ts'
import type { Db } from '../db/schema.ts'
import { blankOnceOnlyMails, deleteDeadMails, deleteSentMails } from '../mail/expiry.ts'
import { deleteOldNames, deleteUnusedAccounts } from '../modules/account/expiryRepository.ts'
import { deleteExpiredMutes } from '../modules/groups/muteRepository.ts'
import { deleteOldNotices } from '../modules/groups/noticeRepository.ts'
import { deleteOldMessages } from '../modules/messages/repository.ts'
import { blankReasons } from '../modules/profile/repository.ts'

type Rule = {
  readonly expire: Expire
  /** Since the row was sent, given up, decided, ended or created. */
  readonly days: number
}

/** How long personal data is kept; docs/operations.md has the same table with the reasons. */
export const RETENTION = {
  sentMails: { expire: deleteSentMails, days: 30 },
  onceOnlyMails: { expire: blankOnceOnlyMails, days: 30 },
  deadMails: { expire: deleteDeadMails, days: 90 },
  unusedAccounts: { expire: deleteUnusedAccounts, days: 30 },
  messages: { expire: deleteOldMessages, days: 365 },
  mutes: { expire: deleteExpiredMutes, days: 1 },
  notices: { expire: deleteOldNotices, days: NOTICE_DAYS },
  reasons: { expire: blankReasons, days: 365 },
  oldNames: { expire: deleteOldNames, days: 365 },
} as const satisfies Record<string, Rule>

/** Rows of one statement: it blocks SQLite's only writer for a few milliseconds. */
const BATCH = 200
/** Batches of one rule in one run; the next run takes the rest. */
const BATCHES_MAX = 50

export async function expirePersonalData(db: Db, now: number): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const [name, { expire, days }] of Object.entries<Rule>(RETENTION)) {
    counts[name] = 0
    for (let batch = 0; batch < BATCHES_MAX; batch++) {
      const count = await expire(db, now - days * DAY_MS, BATCH)
      counts[name] += count
      if (count < BATCH) break
      // SQLite is synchronous: without a pause, no request would be served.
      await setImmediate()
    }
  }
  return counts
}
