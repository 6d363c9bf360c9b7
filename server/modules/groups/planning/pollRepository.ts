import { type Insertable, type Selectable, sql } from 'kysely'
import type { DateOptionId, DatePollId, GroupId, MemberId } from '#contract/ids.ts'
import { OPTIONS_MAX } from '#contract/planFields.ts'
import type { DateAnswer, DatePollState } from '#contract/sets.ts'
import { count, insertRow, updateRow } from '../../../db/rows.ts'
import type { DB, HasDb, Read } from '../../../db/schema.ts'
import { isOneOf } from '../../../db/search.ts'
import { POLLS_MAX } from '../limits.ts'
import type { InGroup } from '../policy.ts'

/* A change locks the group first; see `lockGroup`. */

export type PollRow = Selectable<DB['date_polls']>
type Period = Pick<OptionRow, 'starts_at' | 'ends_at'>
export type OptionRow = Selectable<DB['date_options']>

/** Does not lock: a poll never moves to another group. */
export const findPollGroup = async (w: HasDb, id: DatePollId): Promise<GroupId | undefined> =>
  (await w.db.selectFrom('date_polls').select('group_id').where('id', '=', id).executeTakeFirst())
    ?.group_id

export const readPoll = (w: HasDb, id: DatePollId) =>
  w.db.selectFrom('date_polls').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** Whether poll `date_polls` has a date that is ahead. One without is over, although it was never closed. */
export const hasDateAhead = (now: unknown) =>
  sql<boolean>`exists (select 1 from date_options o where o.poll_id = date_polls.id and o.starts_at > ${now})`

/** Those with dates ahead, oldest first, then the latest ones that are over. */
export const listOpenPolls = (w: Read, group: GroupId) =>
  w.db
    .selectFrom('date_polls')
    .leftJoin('users', 'users.id', 'date_polls.made_by')
    .selectAll('date_polls')
    .select('users.username as maker')
    .where('group_id', '=', group)
    .where('state', '=', 'open')
    .orderBy(sql`case when ${hasDateAhead(w.now)} then 0 else 1 end`)
    .orderBy(sql`case when ${hasDateAhead(w.now)} then date_polls.id else -date_polls.id end`)
    .limit(2 * POLLS_MAX)
    .execute()

export const countOpenPolls = (w: Read, group: GroupId): Promise<number> =>
  count(
    w.db
      .selectFrom('date_polls')
      .where('group_id', '=', group)
      .where('state', '=', 'open')
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

export async function insertPoll(
  w: Read,
  poll: Omit<PollRow, 'id' | 'state' | 'sequence' | 'created_at' | 'updated_at'>,
  options: readonly Period[],
): Promise<{ readonly id: DatePollId; readonly options: DateOptionId[] }> {
  const { id } = await insertRow(w.db, 'date_polls', {
    ...poll,
    state: 'open',
    created_at: w.now,
    updated_at: w.now,
  })
  return { id, options: await insertOptions(w, id, options) }
}

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

export const changePoll = (
  w: Read,
  { id, sequence }: Pick<PollRow, 'id' | 'sequence'>,
  closing: Pick<PollRow, 'closes_at' | 'remind_at'>,
) => updateRow(w.db, 'date_polls', id, { ...closing, sequence: sequence + 1, updated_at: w.now })

const NO_MAIL = { announce_at: null, remind_at: null }

export const closePoll = (w: Read, id: DatePollId, state: Exclude<DatePollState, 'open'>) =>
  updateRow(w.db, 'date_polls', id, { ...NO_MAIL, state, updated_at: w.now })

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

type Comment = Insertable<DB['date_comments']>

/** An empty comment is removed. */
export async function saveComment(w: HasDb, comment: Comment): Promise<void> {
  const { poll_id, user_id, text, updated_at } = comment
  if (text === '')
    await w.db
      .deleteFrom('date_comments')
      .where('poll_id', '=', poll_id)
      .where('user_id', '=', user_id)
      .execute()
  else
    await w.db
      .insertInto('date_comments')
      .values(comment)
      .onConflict((conflict) =>
        conflict.columns(['poll_id', 'user_id']).doUpdateSet({ text, updated_at }),
      )
      .execute()
}

type Given = { readonly option_id: DateOptionId; readonly answer: DateAnswer }

/** Answers of the caller. */
export async function saveDateAnswers(
  w: Read & Pick<InGroup, 'id' | 'me'>,
  answers: readonly Given[],
): Promise<void> {
  if (answers.length === 0) return
  await w.db
    .insertInto('date_answers')
    .values(
      // The columns are named one by one: a body may have more fields.
      answers.map(({ option_id, answer }) => ({
        option_id,
        answer,
        group_id: w.id,
        user_id: w.me,
        updated_at: w.now,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['option_id', 'user_id']).doUpdateSet((is) => ({
        answer: is.ref('excluded.answer'),
        updated_at: w.now,
      })),
    )
    .execute()
}

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
