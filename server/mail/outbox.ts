import { type Selectable, sql } from 'kysely'
import { cutText } from '#shared/cutText.ts'
import { messageOf } from '../config/thrown.ts'
import { MINUTE_MS } from '../config/time.ts'
import { type DB, deleteFrom, type Expire, firstIds, type HasDb, type Read } from '../db/rows.ts'
import { idsOf, isOneOf } from '../db/search.ts'
import { isPermanent } from './transport.ts'

/** Parameters of a writer besides the recipient; stored as JSON. */
export type MailData = Readonly<Record<string, string | number>>

export type MailJob = {
  /** Names the writer; lower case letters and hyphens. */
  readonly kind: string
  /** The e-mail address as it was typed. */
  readonly recipient: string
  readonly data?: MailData
  /**
   * The key under which one mail at most is enqueued and sent: an attempt with an unknown outcome is not repeated. Mails
   * without a key are sent at least once.
   */
  readonly onceKey?: string
  /** Sent after all other mail that is due. */
  readonly isBulk?: boolean
  /** Earliest time of sending, after `now`. */
  readonly delayMs?: number
  /** The weekly mail that it is a part of; see `digested`. */
  readonly digest?: string
}
export type OutboxRow = Selectable<DB['outbox']>

/** A worker's claim of a row expires after this time; sending has a shorter timeout of its own. */
const CLAIM_MS = 5 * MINUTE_MS
/** Waits between attempts; after the last one the row is dead. */
const BACKOFF_MINUTES = [1, 5, 15, 60, 240, 720, 1440]
export const ATTEMPTS_MAX = BACKOFF_MINUTES.length + 1
/** `next_attempt_at` of mail without a delay: due even when the clock is set back. */
const AT_ONCE = 0
/** `last_error` of a once-only mail that was perhaps sent. */
export const OUTCOME_UNKNOWN = 'outcome unknown'
/** `last_error` of a mail that was no longer wanted when it was due. */
export const NOT_NEEDED = 'not needed any more'

/**
 * The mail is sent once the transaction has committed.
 * @param tx the transaction of its cause
 * @returns false when there is a mail with its key already
 */
export const enqueue = async (w: Read, job: MailJob): Promise<boolean> =>
  (await enqueueAll(w, [job])) > 0

/** Enqueues a few hundred mails at most by one statement. @returns how many were new */
export async function enqueueAll(w: Read, jobs: readonly MailJob[]): Promise<number> {
  if (jobs.length === 0) return 0
  const rows = jobs.map(({ kind, onceKey, recipient, data, isBulk, delayMs, digest }) => ({
    kind,
    digest: digest ?? null,
    once_key: onceKey ?? null,
    recipient,
    data: JSON.stringify(data ?? {}),
    priority: isBulk ? 1 : 0,
    created_at: w.now,
    next_attempt_at: delayMs === undefined ? AT_ONCE : w.now + delayMs,
  }))
  const { numInsertedOrUpdatedRows = 0n } = await w.db
    .insertInto('outbox')
    .values(rows)
    .onConflict((conflict) => conflict.column('once_key').doNothing())
    .executeTakeFirstOrThrow()
  return Number(numInsertedOrUpdatedRows)
}

/** Deletes a mail that was not sent yet, because its cause was undone. */
export const withdraw = (w: HasDb, onceKey: string) =>
  w.db.deleteFrom('outbox').where('once_key', '=', onceKey).where('done_at', 'is', null).execute()

/** Deletes mails whose subject is gone; those that were sent stay. */
export const withdrawAll = (w: HasDb, ids: readonly OutboxRow['id'][]) =>
  w.db
    .deleteFrom('outbox')
    .where(isOneOf(w.db, 'id', ids))
    .where('done_at', 'is', null)
    .execute()

/**
 * Mails to members that were surely not sent: no worker has tried to send them, and none takes them until the end of the
 * transaction.
 * @param parts texts, of which their data contain one
 */
export const listWaiting = (w: HasDb, kinds: readonly string[], parts: readonly string[]) =>
  w.db
    .selectFrom('outbox')
    .select(['id', 'kind', 'data'])
    .where((is) =>
      is.and({ done_at: null, dead_at: null, claimed_until: null, attempts: 0, priority: 0 }),
    )
    .where('kind', 'in', kinds)
    .where((is) => is.or(parts.map((part) => is('data', 'like', `%${part}%`))))
    .orderBy('priority')
    .orderBy('id')
    .forUpdate()
    .skipLocked()
    .execute()

/** Mails of the keys, as far as retention has kept them. */
export async function findMailsByKey(w: HasDb, keys: readonly string[]) {
  const query = w.db.selectFrom('outbox').select(['once_key', 'done_at', 'dead_at'])
  const mails = keys.length === 0 ? [] : await query.where('once_key', 'in', keys).execute()
  return new Map(mails.map((mail) => [mail.once_key, mail]))
}

/** Condition about mails: none to those who have reported the reader. */
export const isOfOthers = (reader: number) =>
  sql<boolean>`(kind <> 'report-decided' or data not like ${`%"reported":${reader}}`})`

/** Claims due rows for the caller and counts the attempt; urgent mail first. */
export const claimDue = (w: Read, limit: number): Promise<OutboxRow[]> =>
  w.db.transaction().execute(async (tx) => {
    const due = await tx
      .selectFrom('outbox')
      .select('id')
      .where((is) => is.and({ done_at: null, dead_at: null, digest: null }))
      .where('next_attempt_at', '<=', w.now)
      .where((is) =>
        is.or([
          is('claimed_until', 'is', null),
          is.and([is('claimed_until', '<=', w.now), is('once_key', 'is', null)]),
        ]),
      )
      .orderBy('priority')
      .orderBy('next_attempt_at')
      .orderBy('id')
      .limit(limit)
      .forUpdate()
      .skipLocked()
      .execute()
    if (due.length === 0) return []
    const ids = idsOf(due)
    const rows = await tx
      .updateTable('outbox')
      .set((is) => ({ claimed_until: w.now + CLAIM_MS, attempts: is('attempts', '+', 1) }))
      .where('id', 'in', ids)
      .returningAll()
      .execute()
    return rows.sort((a, b) => a.priority - b.priority || a.id - b.id)
  })

/**
 * Ends once-only mails whose worker has died, before or after the mail server accepted the mail: sending none is
 * better than sending two. @returns how many
 */
export async function abandonLost(w: Read): Promise<number> {
  const { numUpdatedRows } = await w.db
    .updateTable('outbox')
    .set({ done_at: w.now, claimed_until: null, last_error: OUTCOME_UNKNOWN })
    .where('claimed_until', '<=', w.now)
    .where('once_key', 'is not', null)
    .where('done_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

type Claimed = Pick<OutboxRow, 'id' | 'attempts'>

/** Matches the latest attempt only: the claim of a slow worker may have expired. */
const updateClaimed = (w: HasDb, row: Claimed) =>
  w.db
    .updateTable('outbox')
    .where((is) => is.and({ id: row.id, attempts: row.attempts, done_at: null }))

/** @param remark why the mail is done although the mail server may not have accepted it */
export const markDone = (w: Read, row: Claimed, remark: string | null = null) =>
  updateClaimed(w, row).set({ done_at: w.now, claimed_until: null, last_error: remark }).execute()

/** Schedules the next attempt, or gives the mail up. @returns whether it was given up */
export async function markFailed(w: Read, row: Claimed, error: unknown): Promise<boolean> {
  const waitMinutes = isPermanent(error) ? undefined : BACKOFF_MINUTES[row.attempts - 1]
  const isGivenUp = waitMinutes === undefined
  await updateClaimed(w, row)
    .set({
      claimed_until: null,
      last_error: cutText(messageOf(error), 500),
      ...(isGivenUp ? { dead_at: w.now } : { next_attempt_at: w.now + waitMinutes * MINUTE_MS }),
    })
    .execute()
  return isGivenUp
}

export const listDead = (w: HasDb) =>
  w.db.selectFrom('outbox').selectAll().where('dead_at', 'is not', null).orderBy('id').execute()

/** Makes dead rows due again; all of them without an id. @returns how many */
export async function reviveDead(w: Read, id: number | undefined): Promise<number> {
  let query = w.db
    .updateTable('outbox')
    .set({ dead_at: null, attempts: 0, next_attempt_at: w.now })
    .where('dead_at', 'is not', null)
  if (id !== undefined) query = query.where('id', '=', id)
  const { numUpdatedRows } = await query.executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

export const mailStates = () => ({
  waiting: sql<boolean>`(done_at is null and dead_at is null)`,
  sent: sql<boolean>`(done_at is not null)`,
  dead: sql<boolean>`(dead_at is not null)`,
})

/**
 * Deletes sent mails. Once-only mails stay, with two exceptions: the keys of invites and failed backups expire with
 * their day, and the announcement row of an article prevents a second mail. The mails about an event stay until it is
 * over: if it is cancelled, they name the members to notify.
 */
export const deleteSentMails = deleteFrom(
  'outbox',
  (before) => sql`done_at < ${before} and (once_key is null
    or kind in ('backup-failed', 'event-cancelled', 'group-invite', 'invite-by-mail', 'member-invite')
    or (kind in ('new-content', 'event-moved') and not exists (select 1 from contents as event
      left join event_series as series on series.id = event.series_id
      where event.ends_at > ${before} and (outbox.once_key like 'content:' || event.id || ':%'
        or outbox.once_key like 'content:' || series.announced_id || ':%'))))`,
)

/** A once-only mail keeps its key, so that it is never enqueued again, and loses its recipient. */
export const blankOnceOnlyMails: Expire = async (db, before, limit) => {
  const where = sql<boolean>`done_at < ${before} and once_key is not null and recipient <> ''`
  const { numAffectedRows = 0n } = await sql`update outbox set recipient = '', data = '{}'
    where id in ${firstIds('outbox', where, { limit })}`.execute(db)
  return Number(numAffectedRows)
}

export const deleteDeadMails = deleteFrom('outbox', (before) => sql`dead_at < ${before}`)
