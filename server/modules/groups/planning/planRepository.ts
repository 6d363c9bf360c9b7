import type { GroupId, MemberId } from '#contract/ids.ts'
import type { Planners } from '#contract/sets.ts'
import type { HasDb, Read } from '../../../db/schema.ts'
import type { InGroup } from '../policy.ts'
import { DATE_TEXTS, LONGEST_MS } from './sessionRepository.ts'

export const readPlanners = async (w: HasDb, group: GroupId): Promise<Planners> =>
  (
    await w.db
      .selectFrom('groups')
      .select('planners')
      .where('id', '=', group)
      .executeTakeFirstOrThrow()
  ).planners

/** Stores the zone for the mails to the member about this group. */
export const saveTimeZone = (w: HasDb & Pick<InGroup, 'id' | 'me'>, timeZone: string) =>
  w.db
    .updateTable('memberships')
    .set({ time_zone: timeZone })
    .where('group_id', '=', w.id)
    .where('user_id', '=', w.me)
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

/** Cancelled dates of series that go on: with another date ahead, or without an end. Soonest first. */
export const listSkipped = (w: Read, group: GroupId, limit: number) =>
  w.db
    .selectFrom('game_dates as d')
    .innerJoin('game_sessions as s', 's.id', 'd.session_id')
    .select(['d.id', 'd.starts_at', 'd.ends_at'])
    .select(DATE_TEXTS.slice(0, 1))
    .where('d.session_group_id', '=', group)
    .where('d.starts_at', '>', w.now - LONGEST_MS)
    .where('d.ends_at', '>', w.now)
    .where('d.cancelled_at', 'is not', null)
    .where('s.cancelled_at', 'is', null)
    .where('s.rule', 'is not', null)
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('s.extend_at', 'is not', null),
        exists(
          selectFrom('game_dates as left')
            .select('left.id')
            .whereRef('left.session_id', '=', 's.id')
            .where('left.cancelled_at', 'is', null)
            .where('left.ends_at', '>', w.now),
        ),
      ]),
    )
    .orderBy('d.starts_at')
    .orderBy('d.id')
    .limit(limit)
    .execute()

/** Polls that take answers and have a date ahead, of groups of the member, who has answered none of their options. Oldest first. */
export const listUnansweredPolls = (w: Read, memberId: MemberId, limit: number) =>
  w.db
    .selectFrom('memberships as m')
    .innerJoin('date_polls as p', 'p.group_id', 'm.group_id')
    .innerJoin('groups', 'groups.id', 'm.group_id')
    .select(['p.group_id', 'groups.name as group_name', 'p.title'])
    .where('m.user_id', '=', memberId)
    .where('p.state', '=', 'open')
    .where((is) => is.or([is('p.closes_at', 'is', null), is('p.closes_at', '>', w.now)]))
    .where(({ exists, not, selectFrom }) => {
      const options = selectFrom('date_options as o')
        .select('o.id')
        .whereRef('o.poll_id', '=', 'p.id')
      const answered = options
        .innerJoin('date_answers as a', 'a.option_id', 'o.id')
        .where('a.user_id', '=', memberId)
      return exists(options.where('o.starts_at', '>', w.now)).and(not(exists(answered)))
    })
    .orderBy('p.id')
    .limit(limit)
    .execute()
