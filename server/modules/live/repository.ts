import type { Generated } from 'kysely'
import type { MemberId } from '#contract/ids.ts'
import type { LiveKind } from '#contract/sets.ts'
import { deletePast } from '../../db/expiry.ts'
import type { HasDb } from '../../db/schema.ts'

declare module '../../db/schema.ts' {
  interface DB {
    /** Changes for event streams, deleted after a while: a client that returns later refetches everything. */
    live_events: {
      id: Generated<number>
      user_id: MemberId
      kind: LiveKind
      /** Id of the changed thing; null where the kind says it all. */
      subject_id: number | null
      created_at: number
    }
  }
}

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
