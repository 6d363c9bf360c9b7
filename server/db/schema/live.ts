import type { Generated } from 'kysely'
import type { MemberId } from '#contract/ids.ts'
import type { LiveKind } from '#contract/sets.ts'

export type LiveTables = {
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
