import type { Selectable } from 'kysely'
import { forUpdateSkipLocked } from '../db/dialect.ts'
import type { OutboxTable } from '../db/schema/mail.ts'
import type { Db, Deps } from '../deps.ts'

/** What a writer needs besides the recipient; kept as JSON. */
export type MailData = Readonly<Record<string, string | number>>

export type MailJob = {
  /** Names the writer; small letters and hyphens. */
  readonly kind: string
  /** The address as it was typed. */
  readonly recipient: string
  readonly data?: MailData
  /** At most one mail is ever owed under this key. */
  readonly onceKey?: string
}
export type OutboxRow = Selectable<OutboxTable>

/** A claimed row stays with its worker this long; sending has a shorter limit of its own. Milliseconds. */
const CLAIM = 5 * 60_000
/** Waits between attempts; after the last one the row is dead. Minutes. */
const BACKOFF = [1, 5, 15, 60, 240, 720, 1440]
export const ATTEMPTS_MAX = BACKOFF.length + 1

/**
 * Owes a mail from the moment that the transaction commits.
 * @param tx the transaction of the cause, so that there is never one without the other
 * @param now epoch milliseconds
 */
export async function enqueue(tx: Db, job: MailJob, now: number): Promise<void> {
  await tx
    .insertInto('outbox')
    .values({
      kind: job.kind,
      once_key: job.onceKey ?? null,
      recipient: job.recipient,
      data: JSON.stringify(job.data ?? {}),
      created_at: now,
      next_attempt_at: now,
    })
    .onConflict((conflict) => conflict.column('once_key').doNothing())
    .execute()
}

/** The worker's and the operator's side of the table. Times: epoch milliseconds. */
export const outboxRepository = ({ db, engine }: Pick<Deps, 'db' | 'engine'>) => ({
  /** Takes due rows that nobody else has in hand and counts the attempt. */
  claim: (limit: number, now: number): Promise<OutboxRow[]> =>
    db.transaction().execute(async (tx) => {
      const due = tx
        .selectFrom('outbox')
        .select('id')
        .where('done_at', 'is', null)
        .where('dead_at', 'is', null)
        .where('next_attempt_at', '<=', now)
        .where((is) => is.or([is('claimed_until', 'is', null), is('claimed_until', '<=', now)]))
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
      return rows.sort((a, b) => a.id - b.id)
    }),

  markDone: (id: number, now: number) =>
    db
      .updateTable('outbox')
      .set({ done_at: now, claimed_until: null, last_error: null })
      .where('id', '=', id)
      .execute(),

  /** Puts the row back for its next attempt, or gives it up. */
  markFailed(row: OutboxRow, reason: string, permanent: boolean, now: number) {
    const minutes = permanent ? undefined : BACKOFF[row.attempts - 1]
    return db
      .updateTable('outbox')
      .set({
        claimed_until: null,
        last_error: reason.slice(0, 500),
        ...(minutes === undefined ? { dead_at: now } : { next_attempt_at: now + minutes * 60_000 }),
      })
      .where('id', '=', row.id)
      .execute()
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

  /** Forgets mails that were done before `ended`. A once-only mail stays known. */
  sweep: (ended: number) =>
    db.deleteFrom('outbox').where('done_at', '<', ended).where('once_key', 'is', null).execute(),
})
