import type { MemberId } from '#contract/ids.ts'
import { deletePast, type HasDb } from '../../db/rows.ts'

export type EventRow = Awaited<ReturnType<typeof listEventsSince>>[number]

type Wanted = {
  /** Epoch milliseconds. */
  readonly since: number
  readonly limit: number
  readonly member?: MemberId
}

/** Oldest first. */
export const listEventsSince = (w: HasDb, { since, limit, member }: Wanted) =>
  w.db
    .selectFrom('live_events')
    .select(['id', 'user_id', 'kind', 'subject_id', 'created_at'])
    .where('created_at', '>=', since)
    .$if(member !== undefined, (rows) => rows.where('user_id', '=', member as MemberId))
    .orderBy('id')
    .limit(limit)
    .execute()

export const deleteOldLiveEvents = deletePast('live_events', 'id', 'created_at')
