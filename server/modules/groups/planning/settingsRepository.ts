import type { GroupId, MemberId } from '#contract/ids.ts'
import type { Planners } from '#contract/sets.ts'
import { updateRow } from '../../../db/rows.ts'
import type { HasDb } from '../../../db/schema.ts'

export const readPlanners = async (w: HasDb, group: GroupId): Promise<Planners> =>
  (
    await w.db
      .selectFrom('groups')
      .select('planners')
      .where('id', '=', group)
      .executeTakeFirstOrThrow()
  ).planners

export const savePlanners = (w: HasDb, group: GroupId, planners: Planners) =>
  updateRow(w.db, 'groups', group, { planners })

/** Stores the zone for the mails to the member about this group. */
export const saveTimeZone = (w: HasDb, group: GroupId, user: MemberId, timeZone: string) =>
  w.db
    .updateTable('memberships')
    .set({ time_zone: timeZone })
    .where('group_id', '=', group)
    .where('user_id', '=', user)
    .execute()

/** The zone of mails to the member about this group; null: that of what they are about. */
export const findTimeZone = async (w: HasDb, group: GroupId, user: MemberId) =>
  (
    await w.db
      .selectFrom('memberships as m')
      .innerJoin('users', 'users.id', 'm.user_id')
      .select(({ fn }) => fn.coalesce('m.time_zone', 'users.time_zone').as('time_zone'))
      .where('m.group_id', '=', group)
      .where('m.user_id', '=', user)
      .executeTakeFirst()
  )?.time_zone ?? null

/** Zones of the active members but one, as far as they are known. Longest membership first. */
export async function listZonesOfOthers(w: HasDb, group: GroupId, but: MemberId) {
  const rows = await w.db
    .selectFrom('memberships as m')
    .innerJoin('users', 'users.id', 'm.user_id')
    .select(['m.user_id as member_id', 'users.username as name', 'm.time_zone'])
    .where('m.group_id', '=', group)
    .where('m.user_id', '<>', but)
    .where('users.deactivated_at', 'is', null)
    .orderBy('m.joined_at')
    .orderBy('m.user_id')
    .execute()
  return rows.flatMap(({ time_zone, ...row }) => (time_zone === null ? [] : { ...row, time_zone }))
}
