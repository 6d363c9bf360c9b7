import { sql } from 'kysely'
import type { GameDateId, GameSessionId, GroupId, MemberId } from '#contract/ids.ts'
import { count, type HasDb, type Read, upsertInto } from '../../../db/rows.ts'
import { holds, isAfter, isOneOf } from '../../../db/search.ts'
import { titledText, wordsSought } from '../../../text/keys.ts'
import { PAST_PAGE } from '../limits.ts'
import { DATE_TEXTS } from '../planning/sessionRepository.ts'

/** Largest number of past dates that a plan announces. */
const PAST_COUNTED_MAX = 1000

const pastDates = (w: Read, group: GroupId) =>
  w.db
    .selectFrom('game_dates as d')
    .where((is) => is.and({ 'd.session_group_id': group, 'd.cancelled_at': null }))
    .where('d.starts_at', '<', w.now)
    .where('d.ends_at', '<=', w.now)

export const countPast = (w: Read, group: GroupId): Promise<number> =>
  count(w.db.selectFrom(pastDates(w, group).select('d.id').limit(PAST_COUNTED_MAX).as('past')))

const withRecaps = (w: Read, group: GroupId) =>
  w.db
    .selectFrom(
      pastDates(w, group)
        .innerJoin('game_sessions as s', 's.id', 'd.session_id')
        .select(['d.id', 'd.starts_at', 'd.ends_at'])
        .select(DATE_TEXTS)
        .as('p'),
    )
    .leftJoin('date_recaps as r', 'r.date_id', 'p.id')
    .select(['p.id', 'p.title', 'p.starts_at', 'p.ends_at', 'p.place'])
    .select(['r.text', 'r.version', 'r.written_at'])

type Asked = {
  readonly before: GameDateId | undefined
  /** Folded: each of its words is in the title or in the recap. Empty: all. */
  readonly term: string
}

/** Newest first; one more than a page has, if there are more. */
export async function listPast(w: Read, group: GroupId, { before, term }: Asked) {
  const last = before && (await findPast(w, group, before))
  if (before !== undefined && last === undefined) return []
  const words = wordsSought(term)
  const titles = words.length === 0 ? [] : await listTitles(w, group)
  return withRecaps(w, group)
    .$if(last !== undefined, (query) =>
      query.where(
        isAfter(['p.starts_at', 'p.id'], 'desc', { key: last?.starts_at ?? 0, id: last?.id ?? 0 }),
      ),
    )
    .where((is) =>
      is.and(
        words.map((word) =>
          is.or([
            isOneOf(w.db, 'p.title', titlesHolding(titles, word)),
            holds(w.db, 'r.search_text', word),
          ]),
        ),
      ),
    )
    .orderBy('p.starts_at', 'desc')
    .orderBy('p.id', 'desc')
    .limit(PAST_PAGE + 1)
    .execute()
}

/** The titles of past dates: a series has one for all its dates. */
async function listTitles(w: Read, group: GroupId): Promise<string[]> {
  const rows = await w.db
    .selectFrom(
      pastDates(w, group)
        .innerJoin('game_sessions as s', 's.id', 'd.session_id')
        .select(DATE_TEXTS)
        .as('p'),
    )
    .select('p.title')
    .distinct()
    .execute()
  return rows.map(({ title }) => title)
}

const titlesHolding = (titles: readonly string[], word: string): string[] =>
  titles.filter((title) => titledText(title, []).includes(word))

export const findPast = (w: Read, group: GroupId, id: GameDateId) =>
  withRecaps(w, group)
    .leftJoin('users', 'users.id', 'r.written_by')
    .select(['r.written_by', 'users.username as writer'])
    .where('p.id', '=', id)
    .executeTakeFirst()

export const listAttendance = (w: HasDb, dates: readonly GameDateId[]) =>
  w.db
    .selectFrom('date_attendance as a')
    .leftJoin('users', 'users.id', 'a.user_id')
    .select(['a.date_id', 'a.user_id', 'a.came', 'users.username as name'])
    .where(isOneOf(w.db, 'a.date_id', dates))
    .execute()

/** Members of the group, whether their accounts are active or not. */
export const listNames = (w: HasDb, group: GroupId) =>
  w.db
    .selectFrom('memberships as m')
    .innerJoin('users', 'users.id', 'm.user_id')
    .select(['m.user_id', 'users.username as name'])
    .where('m.group_id', '=', group)
    .execute()

/** The caller has locked the group. */
export const saveAttendance = upsertInto('date_attendance', 'date_id', 'user_id')

/**
 * Keeps that a member came to the dates that are over, where they have said so. Call it before a membership ends, which
 * deletes its answers.
 * @param group null: all groups of the member
 */
export const keepAttendance = (w: Read, group: GroupId | null, user: MemberId) =>
  sql`insert into date_attendance (date_id, user_id, came, updated_at)
    select a.date_id, a.user_id, 1, ${sql.lit(w.now)} from game_answers a join game_dates d on d.id = a.date_id
    where a.user_id = ${user} and a.answer = 'coming' and d.cancelled_at is null and d.ends_at <= ${w.now}
      and (${group === null ? sql`1 = 1` : sql`a.group_id = ${group}`})
    on conflict (date_id, user_id) do nothing`.execute(w.db)

/** The caller has locked the group. */
export const saveRecap = upsertInto('date_recaps', 'date_id')

/** The latest recap of a date that ended since then and began before: of the same session, else of its group. */
export const findLastRecap = (
  w: HasDb,
  { id: session, group_id: group }: { readonly id: GameSessionId; readonly group_id: GroupId },
  { since, before }: { readonly since: number; readonly before: number },
) =>
  w.db
    .selectFrom('game_dates as d')
    .innerJoin('game_sessions as s', 's.id', 'd.session_id')
    .innerJoin('date_recaps as r', 'r.date_id', 'd.id')
    .select(['d.id', 'd.starts_at', 'r.text'])
    .select(DATE_TEXTS)
    .where((is) => is.and({ 'd.session_group_id': group, 'd.cancelled_at': null }))
    .where('d.starts_at', '<', before)
    .where('d.ends_at', '>', since)
    .where('r.text', '<>', '')
    .orderBy(sql`case when d.session_id = ${session} then 0 else 1 end`)
    .orderBy('d.starts_at', 'desc')
    .orderBy('d.id', 'desc')
    .limit(1)
    .executeTakeFirst()
