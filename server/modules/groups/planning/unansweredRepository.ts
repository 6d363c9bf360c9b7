import type { MemberId } from '#contract/ids.ts'
import type { Read } from '../../../db/schema.ts'

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
