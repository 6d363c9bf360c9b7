import { setImmediate } from 'node:timers/promises'
import { NOTICE_DAYS } from '#contract/limits.ts'
import type { Deps } from '../http/deps.ts'
import { type Forget, retentionRepository as rows } from './retentionRepository.ts'

type Rule = {
  readonly forget: Forget
  /** Since the row was done with: sent, given up, decided, ended, or made. */
  readonly days: number
}

/** How long personal data is kept; docs/operations.md has the same table with the reasons. */
export const RETENTION = {
  sentMails: { forget: rows.sentMails, days: 30 },
  onceOnlyMails: { forget: rows.onceOnlyMails, days: 30 },
  deadMails: { forget: rows.deadMails, days: 90 },
  unusedAccounts: { forget: rows.unusedAccounts, days: 30 },
  messages: { forget: rows.messages, days: 365 },
  mutes: { forget: rows.mutes, days: 1 },
  notices: { forget: rows.notices, days: NOTICE_DAYS },
  reasons: { forget: rows.reasons, days: 365 },
  oldNames: { forget: rows.oldNames, days: 365 },
} as const satisfies Record<string, Rule>

const DAY_MS = 24 * 3_600_000
/** Rows of one statement: it holds SQLite's only writer for a few milliseconds. */
const BATCH = 200
/** Batches of one rule in one sweep; what is left over is for the next sweeps. */
const BATCHES_MAX = 50

/** Forgets what has been kept long enough. @returns rows by rule */
export async function retain({ db }: Pick<Deps, 'db'>, now: number) {
  const forgotten: Record<string, number> = {}
  for (const [name, { forget, days }] of Object.entries<Rule>(RETENTION)) {
    forgotten[name] = 0
    for (let batch = 0; batch < BATCHES_MAX; batch++) {
      const count = await forget(db, now - days * DAY_MS, BATCH)
      forgotten[name] += count
      if (count < BATCH) break
      // SQLite answers at once: without a pause nobody else would be served.
      await setImmediate()
    }
  }
  return forgotten
}
