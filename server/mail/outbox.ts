import type { Selectable, UpdateQueryBuilder, UpdateResult } from 'kysely'
import { forUpdateSkipLocked } from '../db/dialect.ts'
import type { OutboxTable } from '../db/schema/mail.ts'
import type { DB } from '../db/schema.ts'
import type { Db, Deps } from '../http/deps.ts'

/** What a writer needs besides the recipient; kept as JSON. */
export type MailData = Readonly<Record<string, string | number>>

export type MailJob = {
  /** Names the writer; small letters and hyphens. */
  readonly kind: string
  /** The address as it was typed. */
  readonly recipient: string
  readonly data?: MailData
  /**
   * At most one mail is ever owed under this key, and at most one is sent: an attempt of which nobody knows
   * how it ended is not repeated. Mails without a key are sent at least once.
   */
  readonly onceKey?: string
  /** Goes after all other mail that is due. */
  readonly isBulk?: boolean
  /** Not to be sent earlier than this after its cause. */
  readonly delayMs?: number
}
export type OutboxRow = Selectable<OutboxTable>

/** A claimed row stays with its worker this long; sending has a shorter limit of its own. Milliseconds. */
const CLAIM = 5 * 60_000
/** Waits between attempts; after the last one the row is dead. Minutes. */
const BACKOFF = [1, 5, 15, 60, 240, 720, 1440]
export const ATTEMPTS_MAX = BACKOFF.length + 1
/** `next_attempt_at` of mail that waits for nothing: it is due whatever the clock was set to since. */
const AT_ONCE = 0
/** `last_error` of a once-only mail that was perhaps sent. */
export const OUTCOME_UNKNOWN = 'outcome unknown'
/** `last_error` of a mail that nobody wanted any more when its turn came: nothing has left. */
export const NOT_NEEDED = 'not needed any more'

/**
 * Owes a mail from the moment that the transaction commits.
 * @param tx the transaction of the cause, so that there is never one without the other
 * @param now epoch milliseconds
 */
export const enqueue = (tx: Db, job: MailJob, now: number): Promise<void> =>
  enqueueAll(tx, [job], now)

/** Owes many mails by one statement; a few hundred at a time keep it short. See `enqueue`. */
export async function enqueueAll(tx: Db, jobs: readonly MailJob[], now: number): Promise<void> {
  if (jobs.length === 0) return
  await tx
    .insertInto('outbox')
    .values(jobs.map((job) => rowOf(job, now)))
    .onConflict((conflict) => conflict.column('once_key').doNothing())
    .execute()
}

/** Deletes a mail that was not sent yet, because its cause was undone. */
export const withdraw = (tx: Db, onceKey: string) =>
  tx.deleteFrom('outbox').where('once_key', '=', onceKey).where('done_at', 'is', null).execute()

const rowOf = ({ kind, onceKey, recipient, data, isBulk, delayMs }: MailJob, now: number) => ({
  kind,
  once_key: onceKey ?? null,
  recipient,
  data: JSON.stringify(data ?? {}),
  priority: isBulk ? 1 : 0,
  created_at: now,
  next_attempt_at: delayMs === undefined ? AT_ONCE : now + delayMs,
})

/** The worker's and the operator's side of the table. Times: epoch milliseconds. */
export const outboxRepository = ({ db, engine }: Pick<Deps, 'db' | 'engine'>) => ({
  /** Takes due rows that nobody else has in hand and counts the attempt; urgent mail first. */
  claim: (limit: number, now: number): Promise<OutboxRow[]> =>
    db.transaction().execute(async (tx) => {
      const due = tx
        .selectFrom('outbox')
        .select('id')
        .where('done_at', 'is', null)
        .where('dead_at', 'is', null)
        .where('next_attempt_at', '<=', now)
        .where((is) =>
          is.or([
            is('claimed_until', 'is', null),
            is.and([is('claimed_until', '<=', now), is('once_key', 'is', null)]),
          ]),
        )
        .orderBy('priority')
        .orderBy('next_attempt_at')
        .orderBy('id')
        .limit(limit)
      const ids = (await forUpdateSkipLocked(engine, due).execute()).map(({ id }) => id)
      if (ids.length === 0) return []
      const rows = await tx
        .updateTable('outbox')
        .set((is) => ({ claimed_until: now + CLAIM, attempts: is('attempts', '+', 1) }))
        .where('id', 'in', ids)
        .returningAll()
        .execute()
      return rows.sort((a, b) => a.priority - b.priority || a.id - b.id)
    }),

  /**
   * Ends once-only mails whose worker never came back: it may have died before or after the mail was taken
   * over, and not at all is better than twice. @returns how many
   */
  async settleLost(now: number): Promise<number> {
    const { numUpdatedRows } = await db
      .updateTable('outbox')
      .set({ done_at: now, claimed_until: null, last_error: OUTCOME_UNKNOWN })
      .where('claimed_until', '<=', now)
      .where('once_key', 'is not', null)
      .where('done_at', 'is', null)
      .executeTakeFirstOrThrow()
    return Number(numUpdatedRows)
  },

  /** @param remark why the mail counts as done although nobody has taken it over for certain */
  markDone: (row: Claimed, now: number, remark: string | null = null) =>
    inHand(db.updateTable('outbox'), row)
      .set({ done_at: now, claimed_until: null, last_error: remark })
      .execute(),

  /** Puts the row back for its next attempt, or gives it up. @returns whether it was given up */
  async markFailed(
    row: Claimed,
    reason: string,
    permanent: boolean,
    now: number,
  ): Promise<boolean> {
    const minutes = permanent ? undefined : BACKOFF[row.attempts - 1]
    await inHand(db.updateTable('outbox'), row)
      .set({
        claimed_until: null,
        last_error: reason.slice(0, 500),
        ...(minutes === undefined ? { dead_at: now } : { next_attempt_at: now + minutes * 60_000 }),
      })
      .execute()
    return minutes === undefined
  },

  dead: () =>
    db.selectFrom('outbox').selectAll().where('dead_at', 'is not', null).orderBy('id').execute(),

  /** Gives dead rows a new life; all of them without an id. @returns how many */
  async revive(id: number | undefined, now: number): Promise<number> {
    let query = db
      .updateTable('outbox')
      .set({ dead_at: null, attempts: 0, next_attempt_at: now })
      .where('dead_at', 'is not', null)
    if (id !== undefined) query = query.where('id', '=', id)
    const { numUpdatedRows } = await query.executeTakeFirstOrThrow()
    return Number(numUpdatedRows)
  },
})

type Claimed = Pick<OutboxRow, 'id' | 'attempts'>

/** Only the latest attempt may say how it ended: a worker that was too slow has lost its row to another one. */
const inHand = (update: UpdateQueryBuilder<DB, 'outbox', 'outbox', UpdateResult>, row: Claimed) =>
  update.where('id', '=', row.id).where('attempts', '=', row.attempts).where('done_at', 'is', null)
