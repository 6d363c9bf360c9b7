import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { GameDateId, GameSessionId, GroupId, MemberId } from '#contract/ids.ts'
import type { GameAnswer } from '#contract/sets.ts'
import { HOUR_MS } from '../../../config/time.ts'
import type { Placeholders } from '../../../db/prepared.ts'
import { type DB, findRow, type HasDb, insertRow, type Read, upsertInto } from '../../../db/rows.ts'
import { isOneOf } from '../../../db/search.ts'
import type { Reader } from '../../../mail/table.ts'
import { activeUsers } from '../../account/repository.ts'
import { SESSION_HOURS_MAX } from '../limits.ts'
import type { InGroup } from '../policy.ts'

/* A change locks the group first; see `lockGroup`. */

export type SessionRow = Selectable<DB['game_sessions']>
export type SessionTexts = Pick<SessionRow, 'title' | 'place' | 'link' | 'notes'>
export type DateRow = NonNullable<Awaited<ReturnType<typeof findDate>>>

const INHERITED = {
  title: sql`s.title`,
  // The group meets at the host's place, and not where it does otherwise.
  place: sql`case when d.host_id is null then s.place else '' end`,
  link: sql`s.link`,
  notes: sql`s.notes`,
}
/** Texts of date `d`: its own, or else those of its session `s`. */
export const DATE_TEXTS = (['title', 'place', 'link', 'notes'] as const).map((name) =>
  sql<string>`coalesce(${sql.ref(`d.${name}`)}, ${INHERITED[name]})`.as(name),
)

/** Does not lock: a session never moves to another group. */
export const findSessionGroup = async (w: HasDb, id: GameSessionId): Promise<GroupId | undefined> =>
  (await findSession(w, id))?.group_id

export const findDateGroup = async (w: HasDb, id: GameDateId): Promise<GroupId | undefined> =>
  (
    await w.db
      .selectFrom('game_dates')
      .innerJoin('game_sessions', 'game_sessions.id', 'game_dates.session_id')
      .select('group_id')
      .where('game_dates.id', '=', id)
      .executeTakeFirst()
  )?.group_id

export const findSession = (w: HasDb, id: GameSessionId) => findRow(w.db, 'game_sessions', id)

const dates = (w: HasDb) =>
  w.db
    .selectFrom('game_dates as d')
    .innerJoin('game_sessions as s', 's.id', 'd.session_id')
    .leftJoin('users as host', 'host.id', 'd.host_id')
    .select(['d.id', 'd.session_id', 'd.planned_at', 'd.starts_at', 'd.ends_at'])
    .select(['d.cancelled_at', 'd.reminded_at', 'd.host_id', 'host.username as host'])
    .select(DATE_TEXTS)

export const findDate = (w: HasDb, id: GameDateId) =>
  dates(w).where('d.id', '=', id).executeTakeFirst()

/** Dates in the order of the rule. */
export const listDates = (w: HasDb, session: GameSessionId): Promise<DateRow[]> =>
  dates(w).where('d.session_id', '=', session).orderBy('d.planned_at').execute()

/** Longest duration of a date: one that is not over has begun within this time, which the indexes by start need. */
export const LONGEST_MS = SESSION_HOURS_MAX * HOUR_MS

const datesAhead = (w: Read, group: GroupId) =>
  w.db
    .selectFrom('game_dates as d')
    .where((is) => is.and({ 'd.session_group_id': group, 'd.cancelled_at': null }))
    .where('d.starts_at', '>', w.now - LONGEST_MS)
    .where('d.ends_at', '>', w.now)

export const listDatesAhead = (w: Read, group: GroupId, limit: number) =>
  datesAhead(w, group)
    .innerJoin('game_sessions as s', 's.id', 'd.session_id')
    .leftJoin('users as host', 'host.id', 'd.host_id')
    .select(['d.id', 'd.session_id', 'd.planned_at', 'd.starts_at', 'd.ends_at'])
    .select(['s.time_zone', 's.sequence', 's.rule'])
    .select(['d.host_id', 'host.username as host'])
    .select(({ selectFrom }) =>
      selectFrom('game_dates as one')
        .select(({ fn }) => fn.min<number>('one.planned_at').as('first'))
        .whereRef('one.session_id', '=', 's.id')
        .$asScalar()
        .as('first_at'),
    )
    .select(DATE_TEXTS)
    .orderBy('d.starts_at')
    .orderBy('d.id')
    .limit(limit)
    .execute()

export const countAhead = (w: Read, group: GroupId) =>
  datesAhead(w, group)
    .select(({ fn }) => [
      fn.countAll<number>().as('dates'),
      sql<number>`count(distinct d.session_id)`.as('sessions'),
    ])
    .executeTakeFirstOrThrow()

/** The values of `nextDate`. */
export const nextDateAt = ({ now }: Read) => ({ now, earliest: now - LONGEST_MS })

/** Expression for a statement about groups: the id of the next date of each, by one look-up in its index. */
export const nextDate = (
  given: Placeholders<ReturnType<typeof nextDateAt>>,
): RawBuilder<GameDateId> =>
  sql`(select ahead.id from game_dates ahead where ahead.session_group_id = groups.id and ahead.cancelled_at is null
    and ahead.starts_at > ${given.earliest} and ahead.ends_at > ${given.now}
    order by ahead.starts_at, ahead.id limit 1)`

type Written = Pick<
  SessionRow,
  | 'group_id'
  | 'poll_id'
  | 'made_by'
  | 'uid'
  | 'title'
  | 'time_zone'
  | 'rule'
  | 'place'
  | 'link'
  | 'notes'
  | 'extend_at'
  | 'date_length'
>
type Start = Pick<DateRow, 'starts_at' | 'ends_at' | 'reminded_at'>

export const insertSession = (w: Read, session: Written): Promise<SessionRow> =>
  insertRow(w.db, 'game_sessions', { ...session, created_at: w.now, updated_at: w.now })

export const insertDates = async (
  w: HasDb,
  session_id: GameSessionId,
  starts: readonly (Start & Partial<Pick<DateRow, 'host_id'>>)[],
): Promise<Pick<DateRow, 'id' | 'host_id'>[]> =>
  starts.length === 0
    ? []
    : w.db
        .insertInto('game_dates')
        .values(starts.map((start) => ({ ...start, session_id, planned_at: start.starts_at })))
        .returning(['id', 'host_id'])
        .execute()

/**
 * Adds dates to a session, which are hosted in turn after those that it has. Their hosts count as coming.
 * @param coming further members who do
 */
export async function addDates(
  w: Read & Pick<InGroup, 'id'>,
  session: SessionRow,
  starts: readonly Start[],
  coming: readonly MemberId[] = [],
): Promise<Pick<DateRow, 'id'>[]> {
  const order = await listHosts(w, [session.id])
  const before = order.length === 0 ? [] : await listDates(w, session.id)
  const last = before.findLast(({ host_id }) => host_id !== null)?.host_id ?? null
  const hosted = starts.map((start, n) => ({ ...start, host_id: turnAfter(order, last, n + 1) }))
  const added = await insertDates(w, session.id, hosted)
  const answers = added.flatMap(({ id: date_id, host_id }) =>
    [...new Set([...coming, ...(host_id === null ? [] : [host_id])])].map(
      (user_id) => ({ date_id, user_id, answer: 'coming' }) as const,
    ),
  )
  await saveGameAnswers(w, answers)
  return added
}

/** Active members who host the dates of sessions in turn, in their order. */
export const listHosts = (w: HasDb, sessions: readonly GameSessionId[]) =>
  activeUsers(w)
    .innerJoin('session_hosts as h', 'h.user_id', 'users.id')
    .select(['h.session_id', 'h.user_id'])
    .where(isOneOf(w.db, 'h.session_id', sessions))
    .orderBy('h.position')
    .execute()

export const saveHosts = upsertInto('session_hosts', 'session_id', 'user_id')

/** The rest of a series has the hosts of the whole, also those whose accounts are deactivated. */
export const copyHosts = (w: HasDb, from: GameSessionId, to: GameSessionId) =>
  sql`insert into session_hosts (session_id, group_id, user_id, position)
    select ${sql.lit(to)}, group_id, user_id, position from session_hosts where session_id = ${from}`.execute(
    w.db,
  )

/** @param host who is no part of the order, or null: the first one is next */
export const turnAfter = (
  order: readonly { readonly user_id: MemberId }[],
  host: MemberId | null,
  turns = 1,
): MemberId | null =>
  order[(order.findIndex(({ user_id }) => user_id === host) + turns) % order.length]?.user_id ??
  null

type Change = Partial<
  SessionTexts & Pick<SessionRow, 'cancelled_at' | 'rule' | 'extend_at' | 'date_length'>
>

/** Every change sends a mail, whose calendar file has a higher sequence than the one before. */
export const changeSession = (w: Read, id: GameSessionId, change: Change): Promise<SessionRow> =>
  w.db
    .updateTable('game_sessions')
    .set((is) => ({ ...change, sequence: is('sequence', '+', 1), updated_at: w.now }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

export const cancelDates = (w: Read, ids: readonly GameDateId[]) =>
  w.db
    .updateTable('game_dates')
    .set({ cancelled_at: w.now })
    .where(isOneOf(w.db, 'id', ids))
    .execute()

/** @param texts null: that of the session */
export const changeTexts = (
  w: HasDb,
  ids: readonly GameDateId[],
  texts: { readonly [Name in keyof SessionTexts]?: string | null },
) =>
  w.db
    .updateTable('game_dates')
    .set(texts)
    .where(isOneOf(w.db, 'id', ids))
    .execute()

/** The text becomes the own one of the dates that have none. */
export const keepText = (
  w: HasDb,
  ids: readonly GameDateId[],
  { name, text }: { readonly name: keyof SessionTexts; readonly text: string },
) =>
  w.db
    .updateTable('game_dates')
    .set({ [name]: text })
    .where(isOneOf(w.db, 'id', ids))
    .where(name, 'is', null)
    .execute()

/** Longest membership first. */
export const listGameAnswers = (w: HasDb, dates: readonly GameDateId[]) =>
  w.db
    .selectFrom('game_answers as a')
    .innerJoin('users', 'users.id', 'a.user_id')
    .innerJoin('memberships as m', (join) =>
      join.onRef('m.group_id', '=', 'a.group_id').onRef('m.user_id', '=', 'a.user_id'),
    )
    .select(['a.date_id', 'a.user_id', 'a.answer', 'users.username as name'])
    .where(isOneOf(w.db, 'a.date_id', dates))
    .orderBy('m.joined_at')
    .orderBy('a.user_id')
    .execute()

type Given = {
  readonly date_id: GameDateId
  readonly user_id: MemberId
  readonly answer: GameAnswer
}

const upsertAnswers = upsertInto('game_answers', 'date_id', 'user_id')

export const saveGameAnswers = (w: Read & Pick<InGroup, 'id'>, answers: readonly Given[]) =>
  upsertAnswers(
    w.db,
    answers.map((given) => ({ ...given, group_id: w.id, updated_at: w.now })),
  )

/** Answers refer to a start: after a move the others must answer again. */
export const deleteAnswersOfOthers = (w: HasDb, ids: readonly GameDateId[], mover: MemberId) =>
  w.db
    .deleteFrom('game_answers')
    .where(isOneOf(w.db, 'date_id', ids))
    .where('user_id', '<>', mover)
    .execute()

/** Calendar entries change without a mail. */
const stamped = (w: Read) => w.db.updateTable('game_sessions').set({ stamped_at: w.now })

/** The own place of a date goes with its host. */
export async function saveHost(
  w: Read,
  { id, session_id, host_id: before }: Pick<DateRow, 'id' | 'session_id' | 'host_id'>,
  host_id: MemberId | null,
): Promise<void> {
  const change = { host_id, ...(before !== null && { place: null }) }
  await w.db.updateTable('game_dates').set(change).where('id', '=', id).execute()
  await stamped(w).where('id', '=', session_id).execute()
}

/** A group does not meet at the place of a member who has left, or whose account is deactivated. */
export async function removeHost(w: Read, host: MemberId, group?: GroupId) {
  await stamped(w)
    .where('id', 'in', (is) =>
      is.selectFrom('game_dates').select('session_id').where('host_id', '=', host),
    )
    .$if(group !== undefined, (q) => q.where('group_id', '=', group as GroupId))
    .execute()
  await w.db
    .updateTable('game_dates')
    .set({ host_id: null, place: null })
    .where('host_id', '=', host)
    .where('ends_at', '>', w.now)
    .$if(group !== undefined, (q) => q.where('session_group_id', '=', group as GroupId))
    .execute()
}

/** The caller deletes no date that is over. */
export const deleteDates = (w: HasDb, ids: readonly GameDateId[]) =>
  w.db
    .deleteFrom('game_dates')
    .where(isOneOf(w.db, 'id', ids))
    .execute()

/** Takes dates out of the order of their series, in which no two can have one planned start. */
export const loosenDates = (w: HasDb, ids: readonly GameDateId[]) =>
  w.db
    .updateTable('game_dates')
    .set(({ neg, ref }) => ({ planned_at: neg(ref('id')) }))
    .where(isOneOf(w.db, 'id', ids))
    .execute()

/** A session with all its dates for a member of its group. @param reader an active account */
export async function findMailable(w: HasDb, id: GameSessionId, reader: Reader) {
  const session = await findSession(w, id)
  if (session === undefined) return undefined
  const member = await w.db
    .selectFrom('memberships as m')
    .innerJoin('groups', 'groups.id', 'm.group_id')
    .select(['groups.name as group', 'm.time_zone', 'm.joined_at'])
    .where((is) => is.and({ 'm.group_id': session.group_id, 'm.user_id': reader.id }))
    .executeTakeFirst()
  if (member === undefined) return undefined
  const dates = await listDates(w, id)
  const rows = await w.db
    .selectFrom('game_answers')
    .innerJoin('game_dates', 'game_dates.id', 'game_answers.date_id')
    .select(['date_id', 'answer'])
    .where((is) => is.and({ session_id: id, user_id: reader.id }))
    .execute()
  const answers = new Map(rows.map((row) => [row.date_id, row.answer]))
  const time_zone = member.time_zone ?? reader.time_zone
  return { ...member, session, time_zone, dates, answers }
}
