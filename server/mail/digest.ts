import { DAY_MS, HOUR_MS } from '../config/time.ts'
import type { HasDb, Read } from '../db/rows.ts'
import { type MailData, type MailJob, NOT_NEEDED } from './outbox.ts'

/*
 * The weekly mail in the place of many: mails that can wait stand in the outbox as ever, with the key of their digest.
 * It is written from them when it is due, so that it has what is still true then.
 */

export const DIGEST = 'digest'
/** Monday, 5 January 1970, at 6:00 UTC. */
const FIRST_MS = 4 * DAY_MS + 6 * HOUR_MS
const WEEK_MS = 7 * DAY_MS
/** Servers of the version before know no digests: they send what still waits after this time. */
const LATER_MS = DAY_MS
/** Things of one mail; further ones are in the next. */
const ITEMS_MAX = 100

export const nextDigest = (now: number): number =>
  now + WEEK_MS - ((now - FIRST_MS + WEEK_MS) % WEEK_MS)

/** Keys of one member sort by time. */
const keyOf = ({ user, due }: MailData): string => `${user}:${due}`
/** The mail with this key has them. */
const takenBy = (digest: MailData): string => `${keyOf(digest)}!`

/** A mail that waits for the digest of its reader, and the digest. @param job to a member, whose id is in its data */
export function digested(job: MailJob, now: number): MailJob[] {
  const due = nextDigest(now)
  const data = { user: Number(job.data?.['user']), due }
  const digest = keyOf(data)
  const { recipient } = job
  return [
    { ...job, digest, delayMs: due + LATER_MS - now },
    {
      ...{ kind: DIGEST, recipient, data, isBulk: true },
      ...{ onceKey: `${DIGEST}:${digest}`, delayMs: due - now },
    },
  ]
}

/** Takes what waits for a digest, and what is left of earlier ones. */
export async function takeItems({ db }: HasDb, digest: MailData) {
  const taken = takenBy(digest)
  const items = db
    .selectFrom('outbox')
    .where('digest', 'like', `${digest['user']}:%`)
    .where('digest', '<=', taken)
    .where((is) => is.and({ done_at: null, dead_at: null }))
    .orderBy('id')
    .limit(ITEMS_MAX)
  await db
    .updateTable('outbox')
    .set({ digest: taken })
    .where('id', 'in', items.select('id'))
    .execute()
  return items.select(['kind', 'recipient', 'data']).where('digest', '=', taken).execute()
}

/** What a digest has taken is done with it. */
export const endDigest = ({ db, now }: Read, digest: MailData, isSent: boolean) =>
  db
    .updateTable('outbox')
    .set({ done_at: now, last_error: isSent ? null : NOT_NEEDED })
    .where((is) => is.and({ digest: takenBy(digest), done_at: null }))
    .execute()
