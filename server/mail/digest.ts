import { DAY_MS, HOUR_MS } from '../config/time.ts'
import type { HasDb, Read } from '../db/rows.ts'
import { enqueue, type MailData, type MailJob, NOT_NEEDED } from './outbox.ts'

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

const digestJob = (data: MailData, recipient: string, now: number): MailJob => ({
  ...{ kind: DIGEST, recipient, data, isBulk: true },
  ...{ onceKey: `${DIGEST}:${keyOf(data)}`, delayMs: Number(data['due']) - now },
})

/** A mail that waits for the digest of its reader, and the digest. @param job to a member, whose id is in its data */
export function digested(job: MailJob, now: number): MailJob[] {
  const due = nextDigest(now)
  const data = { user: Number(job.data?.['user']), due }
  return [
    { ...job, digest: keyOf(data), delayMs: due + LATER_MS - now },
    digestJob(data, job.recipient, now),
  ]
}

/** What waits for a digest, and what is left of earlier ones. */
const waiting = ({ db }: HasDb, digest: MailData) =>
  db
    .selectFrom('outbox')
    .where('digest', 'like', `${digest['user']}:%`)
    .where('digest', '<=', takenBy(digest))
    .where((is) => is.and({ done_at: null, dead_at: null }))
    .orderBy('id')

export async function takeItems(w: HasDb, digest: MailData) {
  const items = waiting(w, digest).select('id').limit(ITEMS_MAX)
  await w.db
    .updateTable('outbox')
    .set({ digest: takenBy(digest) })
    .where('id', 'in', items)
    .execute()
  return waiting(w, digest)
    .select(['kind', 'recipient', 'data'])
    .where('digest', '=', takenBy(digest))
    .execute()
}

/** What a digest has taken is done with it, and the rest comes a week later; an account that gets no mail drops all. */
export async function endDigest(w: Read, digest: MailData, isSent: boolean): Promise<void> {
  const items = waiting(w, digest).select('id')
  const finish = (ids: typeof items) =>
    w.db
      .updateTable('outbox')
      .set({ done_at: w.now, last_error: isSent ? null : NOT_NEEDED })
      .where('id', 'in', ids)
      .returning('id')
      .execute()
  const taken = await finish(items.where('digest', '=', takenBy(digest)))
  if (taken.length === 0) await finish(items)
  const left = await waiting(w, digest).select('recipient').limit(1).executeTakeFirst()
  const due = Number(digest['due']) + WEEK_MS
  if (left) await enqueue(w, digestJob({ ...digest, due }, left.recipient, w.now))
}
