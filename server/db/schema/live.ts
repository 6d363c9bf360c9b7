import type { Generated } from 'kysely'
import type { MemberId } from '#contract/ids.ts'
import type { LiveKind } from '#contract/sets.ts'

export type LiveTables = {
  /** Deleted after a while: a reader that comes back later reads everything again. */
  live_events: {
    id: Generated<number>
    user_id: MemberId
    kind: LiveKind
    /** Id of what the kind is about; null where the kind says it all. */
    subject_id: number | null
    created_at: number
  }
}
