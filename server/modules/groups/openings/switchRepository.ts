import { prepared } from '../../../db/prepared.ts'
import type { HasDb, Read } from '../../../db/schema.ts'

const OPENINGS = 'openings'

const switchedOff = prepared((db) =>
  db.selectFrom('group_switches').select('off_at').where('name', '=', OPENINGS),
)

/** Whether members see groups that look for players at all. */
export const areOpeningsOn = async (w: HasDb): Promise<boolean> =>
  (await switchedOff(w.db, {})).length === 0

export async function switchOpenings(w: Read, isOn: boolean): Promise<void> {
  if (isOn) await w.db.deleteFrom('group_switches').where('name', '=', OPENINGS).execute()
  else
    await w.db
      .insertInto('group_switches')
      .values({ name: OPENINGS, off_at: w.now })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}
