import { prepared } from '../../../db/prepared.ts'
import type { Db } from '../../../db/schema.ts'

const OPENINGS = 'openings'

const switchedOff = prepared((db) =>
  db.selectFrom('group_switches').select('off_at').where('name', '=', OPENINGS),
)

/** Whether members see groups that look for players at all. */
export const areOpeningsOn = async (db: Db): Promise<boolean> =>
  (await switchedOff(db, {})).length === 0

export async function switchOpenings(tx: Db, isOn: boolean, now: number): Promise<void> {
  if (isOn) await tx.deleteFrom('group_switches').where('name', '=', OPENINGS).execute()
  else
    await tx
      .insertInto('group_switches')
      .values({ name: OPENINGS, off_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}
