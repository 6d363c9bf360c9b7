import { RESTRICTED_DAYS_MAX } from '#contract/reports.ts'
import { DAY_MS, MINUTE_MS } from '../config/time.ts'
import type { Read } from '../db/rows.ts'
import { millis } from '../text/time.ts'
import { deskErrors } from './errors.ts'

/** Minutes that a claim keeps other staff from what waits for a decision. */
export const CLAIM_MINUTES = 30
export const CLAIM_MS = CLAIM_MINUTES * MINUTE_MS

/** Minutes that the mail of a decision waits, because the decision may be undone. */
export const UNDO_MINUTES = 10
export const UNDO_MS = UNDO_MINUTES * MINUTE_MS

/** The end of a restriction. @throws Refusal */
export function endOf(w: Read, until: string | undefined): number {
  if (until === undefined) throw deskErrors.required('until')
  const end = millis(until) ?? 0
  if (end <= w.now || end > w.now + RESTRICTED_DAYS_MAX * DAY_MS)
    throw deskErrors.badEnd(RESTRICTED_DAYS_MAX)
  return end
}
