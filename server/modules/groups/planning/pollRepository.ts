import { type Selectable, sql } from 'kysely'
import type { DateOptionId, DatePollId, GroupId, MemberId } from '#contract/ids.ts'
import { OPTIONS_MAX } from '#contract/planFields.ts'
import type { DateAnswer } from '#contract/sets.ts'
import { count, type DB, findRow, type HasDb, type Read, upsertInto } from '../../../db/rows.ts'
import { idsOf, isOneOf } from '../../../db/search.ts'
import type { Reader } from '../../../mail/table.ts'
import { POLLS_MAX } from '../limits.ts'
import type { InGroup } from '../policy.ts'

/* A change locks the group first; see `lockGroup`. */

export type PollRow = Selectable<DB['date_polls']>
type Period = Pick<OptionRow, 'starts_at' | 'ends_at'>
export type OptionRow = Selectable<DB['date_options']>

/** Does not lock: a poll never moves to another group. */
export const findPollGroup = async (w: HasDb, id: DatePollId): Promise<GroupId | undefined> =>
  (await findRow(w.db, 'date_polls', id))?.group_id

export const readPoll = (w: HasDb, id: DatePollId) =>
  w.db.selectFrom('date_polls').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** Whether poll `date_polls` has a date that is ahead. One without is over, although it was never closed. */
export const hasDateAhead = (time: unknown) =>
  sql<boolean>`exists (select 1 from date_options o where o.poll_id = date_polls.id and o.starts_at > ${time})`

/** Those with dates ahead, oldest first, then the latest ones that are over. */
export const listOpenPolls = (w: Read, group: GroupId) =>
  w.db
    .selectFrom('date_polls')
    .leftJoin('users', 'users.id', 'date_polls.made_by')
    .selectAll('date_polls')
    .select('users.username as maker')
    .where((is) => is.and({ group_id: group, state: 'open' }))
    .orderBy(sql`case when ${hasDateAhead(w.now)} then 0 else 1 end`)
    .orderBy(sql`case when ${hasDateAhead(w.now)} then date_polls.id else -date_polls.id end`)
    .limit(2 * POLLS_MAX)
    .execute()

export const countOpenPolls = (w: Read, group: GroupId): Promise<number> =>
  count(
    w.db
      .selectFrom('date_polls')
      .where((is) => is.and({ group_id: group, state: 'open' }))
      .where(hasDateAhead(w.now)),
  )

export const listOptions = (w: HasDb, polls: readonly DatePollId[]): Promise<OptionRow[]> =>
  w.db
    .selectFrom('date_options')
    .selectAll()
    .where(isOneOf(w.db, 'poll_id', polls))
    .orderBy('starts_at')
    .orderBy('id')
    .limit(2 * POLLS_MAX * OPTIONS_MAX)
    .execute()

/** Longest membership first. */
export const listDateAnswers = (w: HasDb, options: readonly DateOptionId[]) =>
  w.db
    .selectFrom('date_answers as a')
    .innerJoin('users', 'users.id', 'a.user_id')
    .innerJoin('memberships as m', (join) =>
      join.onRef('m.group_id', '=', 'a.group_id').onRef('m.user_id', '=', 'a.user_id'),
    )
    .select(['a.option_id', 'a.user_id', 'a.answer', 'users.username as name'])
    .where(isOneOf(w.db, 'a.option_id', options))
    .orderBy('m.joined_at')
    .orderBy('a.user_id')
    .execute()

export async function insertOptions(
  w: HasDb,
  poll_id: DatePollId,
  options: readonly Period[],
): Promise<DateOptionId[]> {
  if (options.length === 0) return []
  const rows = await w.db
    .insertInto('date_options')
    .values(options.map(({ starts_at, ends_at }) => ({ starts_at, ends_at, poll_id })))
    .returning('id')
    .execute()
  return rows.map((row) => row.id)
}

/** Their answers go with them. */
export const deleteOptions = (w: HasDb, ids: readonly DateOptionId[]) =>
  w.db
    .deleteFrom('date_options')
    .where(isOneOf(w.db, 'id', ids))
    .execute()

/** Longest membership first. */
export const listComments = (w: HasDb, polls: readonly DatePollId[]) =>
  w.db
    .selectFrom('date_comments as c')
    .innerJoin('users', 'users.id', 'c.user_id')
    .innerJoin('memberships as m', (join) =>
      join.onRef('m.group_id', '=', 'c.group_id').onRef('m.user_id', '=', 'c.user_id'),
    )
    .select(['c.poll_id', 'c.user_id', 'c.text', 'users.username as name'])
    .where(isOneOf(w.db, 'c.poll_id', polls))
    .orderBy('m.joined_at')
    .orderBy('c.user_id')
    .execute()

export const saveComment = upsertInto('date_comments', 'poll_id', 'user_id')

export const deleteComment = (w: HasDb & Pick<InGroup, 'me'>, poll: DatePollId) =>
  w.db.deleteFrom('date_comments').where('poll_id', '=', poll).where('user_id', '=', w.me).execute()

type Given = { readonly option_id: DateOptionId; readonly answer: DateAnswer }

const upsertAnswers = upsertInto('date_answers', 'option_id', 'user_id')

export const saveDateAnswers = (w: Read & Pick<InGroup, 'id' | 'me'>, answers: readonly Given[]) =>
  upsertAnswers(
    w.db,
    // The columns are named one by one: a body may have more fields.
    answers.map(({ option_id, answer }) => ({
      option_id,
      answer,
      group_id: w.id,
      user_id: w.me,
      updated_at: w.now,
    })),
  )

/** Polls that take answers and have a date ahead, of groups of the member, who has answered none of their options. Oldest first. */
export const listUnansweredPolls = (w: Read, memberId: MemberId, limit: number) =>
  w.db
    .selectFrom('memberships as m')
    .innerJoin('date_polls as p', 'p.group_id', 'm.group_id')
    .innerJoin('groups', 'groups.id', 'm.group_id')
    .select(['p.group_id', 'groups.name as group_name', 'p.title'])
    .where((is) => is.and({ 'm.user_id': memberId, 'p.state': 'open' }))
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

/** Open polls of the member's groups, with their future dates. @param reader an active account */
export async function listMailablePolls(w: Read, ids: readonly DatePollId[], { id: user }: Reader) {
  const polls = await w.db
    .selectFrom('date_polls as p')
    .innerJoin('memberships as m', 'm.group_id', 'p.group_id')
    .innerJoin('groups', 'groups.id', 'p.group_id')
    .select(['p.id', 'p.group_id', 'p.made_by', 'p.title', 'p.notes', 'p.closes_at'])
    .select(['p.time_zone', 'groups.name as group'])
    .select('m.time_zone as own_zone')
    .where(isOneOf(w.db, 'p.id', ids))
    .where('p.state', '=', 'open')
    .where((is) => is.or([is('p.closes_at', 'is', null), is('p.closes_at', '>', w.now)]))
    .where('m.user_id', '=', user)
    .orderBy('p.id')
    .limit(POLLS_MAX)
    .execute()
  const open = idsOf(polls)
  const options = await listOptions(w, open)
  const answered = await listAnswered(w, open, user)
  return polls.map((poll) => {
    const own = options.filter(({ poll_id }) => poll_id === poll.id)
    const ahead = own.filter(({ starts_at }) => starts_at > w.now)
    return {
      ...poll,
      ahead,
      unanswered: ahead.filter(({ id }) => !answered.has(id)),
      hasAnswered: own.some(({ id }) => answered.has(id)),
    }
  })
}

async function listAnswered(w: HasDb, polls: readonly DatePollId[], user: MemberId) {
  const rows = await w.db
    .selectFrom('date_answers')
    .innerJoin('date_options', 'date_options.id', 'date_answers.option_id')
    .select('date_options.id')
    .where(isOneOf(w.db, 'poll_id', polls))
    .where('user_id', '=', user)
    .execute()
  return new Set(idsOf(rows))
}
