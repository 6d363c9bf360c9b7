import { NOTICE_DAYS } from '#contract/limits.ts'
import { DAY_MS } from '../config/time.ts'
import { type Expire, expireAll } from '../db/expiry.ts'
import type { Db } from '../db/schema.ts'
import { blankOnceOnlyMails, deleteDeadMails, deleteSentMails } from '../mail/expiry.ts'
import { deleteOldNames, deleteUnusedAccounts } from '../modules/account/expiryRepository.ts'
import { deleteOldEvents } from '../modules/account/security-log/eventRepository.ts'
import { deleteExpiredMutes } from '../modules/groups/muteRepository.ts'
import { deleteOldNotices } from '../modules/groups/noticeRepository.ts'
import { deleteExpiredLinks } from '../modules/groups/page/linkRepository.ts'
import { deleteOldPolls, deleteOldSessions } from '../modules/groups/planning/reminderRepository.ts'
import { deleteOldMessages } from '../modules/messages/repository.ts'
import { blankReasons } from '../modules/profile/repository.ts'
import { blankAnswers } from '../modules/registration/deskRepository.ts'

type Rule = {
  readonly expire: Expire
  /** Since the row, or its event, was sent, given up, decided, ended or created. */
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
  inviteLinks: { expire: deleteExpiredLinks, days: 1 },
  notices: { expire: deleteOldNotices, days: NOTICE_DAYS },
  securityEvents: { expire: deleteOldEvents, days: 365 },
  sessions: { expire: deleteOldSessions, days: 365 },
  polls: { expire: deleteOldPolls, days: 365 },
  answers: { expire: blankAnswers, days: 90 },
  reasons: { expire: blankReasons, days: 365 },
  oldNames: { expire: deleteOldNames, days: 365 },
} as const satisfies Record<string, Rule>

export async function expirePersonalData(db: Db, now: number): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const [name, { expire, days }] of Object.entries<Rule>(RETENTION))
    counts[name] = await expireAll(db, expire, now - days * DAY_MS)
  return counts
}
