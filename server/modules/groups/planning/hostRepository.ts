import type { GroupId, MemberId } from '#contract/ids.ts'
import type { Read } from '../../../db/schema.ts'
import type { DateRow } from './sessionRepository.ts'

/** Calendar entries change without a mail. */
const stamped = (w: Read) => w.db.updateTable('game_sessions').set({ stamped_at: w.now })

/** The own place of a date goes with its host. */
export async function saveHost(
  w: Read,
  { id, session_id, host_id: before }: Pick<DateRow, 'id' | 'session_id' | 'host_id'>,
  host_id: MemberId | null,
): Promise<void> {
  const change = { host_id, ...(before !== null && { place: null }) }
  await w.db.updateTable('game_dates').set(change).where('id', '=', id).execute()
  await stamped(w).where('id', '=', session_id).execute()
}

/** A group does not meet at the place of a member who has left, or whose account is deactivated. */
export async function removeHost(w: Read, host: MemberId, group?: GroupId) {
  await stamped(w)
    .where('id', 'in', (is) =>
      is.selectFrom('game_dates').select('session_id').where('host_id', '=', host),
    )
    .$if(group !== undefined, (q) => q.where('group_id', '=', group as GroupId))
    .execute()
  await w.db
    .updateTable('game_dates')
    .set({ host_id: null, place: null })
    .where('host_id', '=', host)
    .where('ends_at', '>', w.now)
    .$if(group !== undefined, (q) => q.where('session_group_id', '=', group as GroupId))
    .execute()
}
