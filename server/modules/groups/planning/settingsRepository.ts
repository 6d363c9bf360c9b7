import type { GroupId, MemberId } from '#contract/ids.ts'
import type { Planners } from '#contract/sets.ts'
import { updateRow } from '../../../db/rows.ts'
import type { Db } from '../../../db/schema.ts'

export const readPlanners = async (db: Db, group: GroupId): Promise<Planners> =>
  (
    await db
      .selectFrom('groups')
      .select('planners')
      .where('id', '=', group)
      .executeTakeFirstOrThrow()
  ).planners

export const savePlanners = (tx: Db, group: GroupId, planners: Planners) =>
  updateRow(tx, 'groups', group, { planners })

/** Stores the zone for the mails to the member about this group. */
export const saveTimeZone = (tx: Db, group: GroupId, user: MemberId, timeZone: string) =>
  tx
    .updateTable('memberships')
    .set({ time_zone: timeZone })
    .where('group_id', '=', group)
    .where('user_id', '=', user)
    .execute()
