import { type Insertable, type Selectable, sql } from 'kysely'
import type { DateOptionId, DatePollId, GroupId, MemberId } from '#contract/ids.ts'
import { OPTIONS_MAX } from '#contract/planning.ts'
import type { DateAnswer, DatePollState } from '#contract/sets.ts'
import { insertRow, updateRow } from '../../../db/rows.ts'
import type { DB, Db } from '../../../db/schema.ts'
import { isOneOf } from '../../../db/search.ts'
import { POLLS_MAX } from './limits.ts'

/* A change locks the group first; see `lockGroup`. */

export type PollRow = Selectable<DB['date_polls']>
type Period = Pick<OptionRow, 'starts_at' | 'ends_at'>
export type OptionRow = Selectable<DB['date_options']>

/** Does not lock: a poll never moves to another group. */
export const findPollGroup = async (db: Db, id: DatePollId): Promise<GroupId | undefined> =>
  (await db.selectFrom('date_polls').select('group_id').where('id', '=', id).executeTakeFirst())
    ?.group_id

export const readPoll = (tx: Db, id: DatePollId) =>
  tx.selectFrom('date_polls').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** Whether poll `date_polls` has a date that is ahead. One without is over, although it was never closed. */
export const hasDateAhead = (now: unknown) =>
  sql<boolean>`exists (select 1 from date_options o where o.poll_id = date_polls.id and o.starts_at > ${now})`

/** Those with dates ahead, oldest first, then the latest ones that are over. */
export const listOpenPolls = (db: Db, group: GroupId, now: number) =>
  db
    .selectFrom('date_polls')
    .leftJoin('users', 'users.id', 'date_polls.made_by')
    .selectAll('date_polls')
    .select('users.username as maker')
    .where('group_id', '=', group)
    .where('state', '=', 'open')
    .orderBy(sql`case when ${hasDateAhead(now)} then 0 else 1 end`)
    .orderBy(sql`case when ${hasDateAhead(now)} then date_polls.id else -date_polls.id end`)
    .limit(2 * POLLS_MAX)
    .execute()

export async function countOpenPolls(db: Db, group: GroupId, now: number): Promise<number> {
  const { count } = await db
    .selectFrom('date_polls')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('group_id', '=', group)
    .where('state', '=', 'open')
    .where(hasDateAhead(now))
    .executeTakeFirstOrThrow()
  return count
}

export const listOptions = (db: Db, polls: readonly DatePollId[]): Promise<OptionRow[]> =>
  db
    .selectFrom('date_options')
    .selectAll()
    .where(isOneOf(db, 'poll_id', polls))
    .orderBy('starts_at')
    .orderBy('id')
    .limit(2 * POLLS_MAX * OPTIONS_MAX)
    .execute()

/** Longest membership first. */
export const listDateAnswers = (db: Db, options: readonly DateOptionId[]) =>
  db
    .selectFrom('date_answers as a')
    .innerJoin('users', 'users.id', 'a.user_id')
    .innerJoin('memberships as m', (join) =>
      join.onRef('m.group_id', '=', 'a.group_id').onRef('m.user_id', '=', 'a.user_id'),
    )
    .select(['a.option_id', 'a.user_id', 'a.answer', 'users.username as name'])
    .where(isOneOf(db, 'a.option_id', options))
    .orderBy('m.joined_at')
    .orderBy('a.user_id')
    .execute()

export async function insertPoll(
  tx: Db,
  poll: Omit<PollRow, 'id' | 'state' | 'sequence' | 'created_at' | 'updated_at'>,
  options: readonly Period[],
  now: number,
): Promise<{ readonly id: DatePollId; readonly options: DateOptionId[] }> {
  const { id } = await insertRow(tx, 'date_polls', {
    ...poll,
    state: 'open',
    created_at: now,
    updated_at: now,
  })
  return { id, options: await insertOptions(tx, id, options) }
}

export async function insertOptions(
  tx: Db,
  poll_id: DatePollId,
  options: readonly Period[],
): Promise<DateOptionId[]> {
  if (options.length === 0) return []
  const rows = await tx
    .insertInto('date_options')
    .values(options.map(({ starts_at, ends_at }) => ({ starts_at, ends_at, poll_id })))
    .returning('id')
    .execute()
  return rows.map((row) => row.id)
}

/** Their answers go with them. */
export const deleteOptions = (tx: Db, ids: readonly DateOptionId[]) =>
  tx
    .deleteFrom('date_options')
    .where(isOneOf(tx, 'id', ids))
    .execute()

export const changePoll = (
  tx: Db,
  { id, sequence }: Pick<PollRow, 'id' | 'sequence'>,
  closing: Pick<PollRow, 'closes_at' | 'remind_at'>,
  now: number,
) => updateRow(tx, 'date_polls', id, { ...closing, sequence: sequence + 1, updated_at: now })

const NO_MAIL = { announce_at: null, remind_at: null }

export const closePoll = (
  tx: Db,
  id: DatePollId,
  state: Exclude<DatePollState, 'open'>,
  now: number,
) => updateRow(tx, 'date_polls', id, { ...NO_MAIL, state, updated_at: now })

/** Longest membership first. */
export const listComments = (db: Db, polls: readonly DatePollId[]) =>
  db
    .selectFrom('date_comments as c')
    .innerJoin('users', 'users.id', 'c.user_id')
    .innerJoin('memberships as m', (join) =>
      join.onRef('m.group_id', '=', 'c.group_id').onRef('m.user_id', '=', 'c.user_id'),
    )
    .select(['c.poll_id', 'c.user_id', 'c.text', 'users.username as name'])
    .where(isOneOf(db, 'c.poll_id', polls))
    .orderBy('m.joined_at')
    .orderBy('c.user_id')
    .execute()

type Comment = Insertable<DB['date_comments']>

/** An empty comment is removed. */
export async function saveComment(tx: Db, comment: Comment): Promise<void> {
  const { poll_id, user_id, text, updated_at } = comment
  if (text === '')
    await tx
      .deleteFrom('date_comments')
      .where('poll_id', '=', poll_id)
      .where('user_id', '=', user_id)
      .execute()
  else
    await tx
      .insertInto('date_comments')
      .values(comment)
      .onConflict((conflict) =>
        conflict.columns(['poll_id', 'user_id']).doUpdateSet({ text, updated_at }),
      )
      .execute()
}

type Given = { readonly option_id: DateOptionId; readonly answer: DateAnswer }

export async function saveDateAnswers(
  tx: Db,
  group_id: GroupId,
  user_id: MemberId,
  answers: readonly Given[],
  now: number,
): Promise<void> {
  if (answers.length === 0) return
  await tx
    .insertInto('date_answers')
    .values(
      // The columns are named one by one: a body may have more fields.
      answers.map(({ option_id, answer }) => ({
        option_id,
        answer,
        group_id,
        user_id,
        updated_at: now,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['option_id', 'user_id']).doUpdateSet((is) => ({
        answer: is.ref('excluded.answer'),
        updated_at: now,
      })),
    )
    .execute()
}
