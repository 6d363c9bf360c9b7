import { sql } from 'kysely'
import type { Condition } from '../../desk/lists.ts'

/** What the filter `state` means, in the words of `stateOf`. */
export const contentStates = (now: number): Record<string, Condition> => ({
  draft: sql`(publish_at is null and unpublished_at is null and cancelled_at is null)`,
  scheduled: sql`(publish_at > ${now} and unpublished_at is null and cancelled_at is null)`,
  published: sql`(publish_at <= ${now} and unpublished_at is null and cancelled_at is null)`,
  unpublished: sql`(unpublished_at is not null)`,
  cancelled: sql`(cancelled_at is not null and unpublished_at is null)`,
})
