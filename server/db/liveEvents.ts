import type { MemberId } from '#contract/ids.ts'
import type { LiveKind } from '#contract/sets.ts'
import type { Db } from './schema.ts'

type LiveEvent = { readonly kind: LiveKind; readonly subject?: number }

/** Tells open pages of these members that something has changed, once the transaction is committed. */
export async function publish(
  tx: Db,
  members: Iterable<MemberId>,
  { kind, subject }: LiveEvent,
  now: number,
): Promise<void> {
  const rows = [...new Set(members)].map((user_id) => ({
    user_id,
    kind,
    subject_id: subject ?? null,
    created_at: now,
  }))
  if (rows.length > 0) await tx.insertInto('live_events').values(rows).execute()
}
