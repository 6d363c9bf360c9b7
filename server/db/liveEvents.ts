import type { MemberId } from '#contract/ids.ts'
import type { LiveKind } from '#contract/sets.ts'
import { publishMessage } from './messages.ts'
import { chunksOf, type Read } from './rows.ts'

export type LiveEvent = { readonly kind: LiveKind; readonly subject?: number }

export const LIVE_TOPIC = 'live'

/** A change for many members as one message, with the row of each member. */
export type PublishedChange = {
  readonly kind: LiveKind
  readonly subject: number | null
  /** Epoch milliseconds. */
  readonly at: number
  readonly rows: ReadonlyArray<readonly [row: number, member: number]>
}

/** Rows of one message, whose length is limited. */
const ROWS_MAX = 300

/**
 * Publishes a change to these members; their streams receive it when the transaction commits. An account that the
 * transaction has deleted is left out.
 */
export async function publish(
  { db, now }: Read,
  members: Iterable<MemberId>,
  { kind, subject }: LiveEvent,
): Promise<void> {
  for (const ids of chunksOf([...new Set(members)], ROWS_MAX)) {
    const change = { kind, subject_id: subject ?? null, created_at: now }
    const rows = await db
      .insertInto('live_events')
      .columns(['user_id', 'kind', 'subject_id', 'created_at'])
      .expression((is) =>
        is
          .selectFrom('users')
          .select('id')
          .select([is.val(change.kind).as('kind'), is.val(change.subject_id).as('subject_id')])
          .select(is.val(now).as('created_at'))
          .where('id', 'in', ids)
          .orderBy('id'),
      )
      .returning(['id', 'user_id'])
      .execute()
    const published: PublishedChange = {
      kind,
      subject: change.subject_id,
      at: now,
      rows: rows.map(({ id, user_id }) => [id, user_id]),
    }
    await publishMessage(db, { topic: LIVE_TOPIC, data: published })
  }
}
