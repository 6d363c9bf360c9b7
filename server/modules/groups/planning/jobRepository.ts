import { sql } from 'kysely'
import type { GameSessionId, GroupId } from '#contract/ids.ts'
import { REPEATS_MAX } from '#contract/planFields.ts'
import { DAY_MS } from '../../../config/time.ts'
import { deleteFrom, type HasDb, type Read, updateRow } from '../../../db/rows.ts'
import { makePoller } from '../../../mail/poller.ts'
import { zoneClock } from '../../../text/zoneClock.ts'
import { extensionAfter, isEndless, occurrencesAfter, occurrencesOf } from '../../../work/series.ts'
import { type Opener, reading } from '../../../work/work.ts'
import type { Log } from '../../face.ts'
import type { GroupChange } from '../groupCalls.ts'
import { hasDateAhead } from './pollRepository.ts'
import { inGroups, makePollAnnouncer, makeReminder } from './reminderRepository.ts'
import { datesAt } from './series.ts'
import {
  addDates,
  type DateRow,
  deleteDates,
  findSession,
  insertDates,
  listDates,
  listGameAnswers,
} from './sessionRepository.ts'

/** Series without an end that get their next dates. A server of the version before cancels one and leaves its time. */
const dueExtensions = {
  list: (w: Read, limit: number) =>
    w.db
      .selectFrom('game_sessions')
      .select(['id', 'group_id'])
      .where('extend_at', '<=', w.now)
      .where('cancelled_at', 'is', null)
      .orderBy('extend_at')
      .orderBy('id')
      .limit(limit)
      .execute(),
  async take(w: Read, { id }: { readonly id: GameSessionId; readonly group_id: GroupId }) {
    const session = await findSession(w, id)
    if (session === undefined || session.cancelled_at !== null) return undefined
    const { extend_at, date_length } = session
    if (extend_at === null || extend_at > w.now || date_length === null) return undefined
    return { ...session, date_length }
  },
}

/** Series that go on, by their ids. */
export const listSeries = (w: HasDb, after: number, limit: number) =>
  w.db
    .selectFrom('game_sessions')
    .select(['id', 'group_id', 'time_zone'])
    .where('id', '>', after as GameSessionId)
    .where('rule', 'is not', null)
    .where('cancelled_at', 'is', null)
    .orderBy('id')
    .limit(limit)
    .execute()

/** Planned starts of the first and the last date that are stored, and the number of those ahead. */
export const readStored = (w: Read, session: GameSessionId) =>
  w.db
    .selectFrom('game_dates')
    .select(({ fn }) => [
      fn.min<number | null>('planned_at').as('first'),
      fn.max<number | null>('planned_at').as('last'),
      sql<number>`count(case when planned_at > ${w.now} then 1 end)`.as('ahead'),
    ])
    .where('session_id', '=', session)
    .executeTakeFirstOrThrow()

/** Sessions whose last date ended long ago, with their answers. Those with a recap stay as long as their group. */
const deleteOldSessions = deleteFrom(
  'game_sessions',
  (before) =>
    sql`not exists (select 1 from game_dates d
      where d.session_id = game_sessions.id and d.ends_at >= ${before})
    and not exists (select 1 from game_dates d join date_recaps r on r.date_id = d.id
      where d.session_id = game_sessions.id and r.text <> '')`,
)

/** Polls that are closed or over, once the session that one has become is gone. */
const deleteOldPolls = deleteFrom(
  'date_polls',
  (before) =>
    sql`updated_at < ${before} and (state <> 'open' or not ${hasDateAhead(before)})
      and not exists (select 1 from game_sessions s where s.poll_id = date_polls.id)`,
)

/**
 * Old dates of series without an end, with their answers; all but those with a recap, and the first one, which the rule
 * begins with.
 */
const deleteOldDates = deleteFrom(
  'game_dates',
  (before) =>
    sql`starts_at < ${before} and ends_at < ${before}
      and session_id in (select id from game_sessions where extend_at is not null)
      and exists (select 1 from game_dates earlier
        where earlier.session_id = game_dates.session_id and earlier.planned_at < game_dates.planned_at)
      and not exists (select 1 from date_recaps r where r.date_id = game_dates.id and r.text <> '')`,
  { key: 'id', by: 'starts_at' },
)

const KEPT_MS = 365 * DAY_MS

export const planningExpiries = {
  sessions: { expire: deleteOldSessions, keptMs: KEPT_MS },
  seriesDates: { expire: deleteOldDates, keptMs: KEPT_MS },
  polls: { expire: deleteOldPolls, keptMs: KEPT_MS },
}

const EXTEND_MS = 60_000

/**
 * Adds the next dates to series without an end. No mail is sent, because the rule in calendars has no end either.
 * @returns number of dates
 */
export const extendSeries = inGroups(dueExtensions, async (w, session) => {
  const { id, date_length } = session
  await updateRow(w.db, 'game_sessions', id, { extend_at: extensionAfter(w), stamped_at: w.now })
  const { first, last, ahead } = await readStored(w, id)
  if (first === null || last === null) return 0
  const starts = occurrencesAfter(w, { ...session, starts_at: first }, last)
    .filter((start) => start > w.now)
    .slice(0, Math.max(0, REPEATS_MAX - ahead))
  await addDates(w, session, datesAt(w, starts, date_length))
  if (starts.length > 0) w.publish(w.group.members, { kind: 'group', subject: w.id })
  return starts.length
})

function makeExtender(parts: Opener, log: Log) {
  let isMended = false
  return makePoller(
    log,
    'series without an end could not be extended',
    EXTEND_MS,
    async (isStopped) => {
      if (!isMended) await mendSeries(parts)
      isMended = true
      const dates = await extendSeries(parts, isStopped)
      if (dates > 0) log.info({ dates }, 'series without an end have their next dates')
    },
  )
}

export const planningJobs = [makeReminder, makePollAnnouncer, makeExtender]

const SERIES_BATCH = 500

const TEXTS = ['title', 'place', 'link', 'notes'] as const

/** A rule may have its next date so much later. */
const NEXT_MS = 300 * DAY_MS

/**
 * Adds the dates that series of earlier versions lack because the clocks skip their time, and takes away what those
 * versions added at the end instead, unless members have answered it, host it or wrote on it. No mail is sent.
 */
export async function mendSeries(parts: Opener): Promise<void> {
  const w = reading(parts)
  for (let after = 0, isMore = true; isMore; ) {
    const found = await listSeries(w, after, SERIES_BATCH)
    isMore = found.length === SERIES_BATCH
    after = found.at(-1)?.id ?? after
    for (const row of found) {
      const { first, last } = await readStored(w, row.id)
      if (first === null || last === null) continue
      if (zoneClock(row.time_zone, first, last + NEXT_MS).isEverSkipped(first))
        await inGroups({ list: async () => [row], take: async () => row.id }, mend)(parts)
    }
  }
}

async function mend(w: GroupChange, id: GameSessionId): Promise<number> {
  const session = await findSession(w, id)
  const dates = await listDates(w, id)
  const { now } = w
  const [first, last] = [dates[0], dates.at(-1)]
  if (!session?.rule || session.cancelled_at !== null || !first || !last) return 0
  const series = { ...session, starts_at: first.planned_at }
  const starts = isEndless(session.rule)
    ? occurrencesAfter(w, series, first.planned_at).filter((at) => at < last.planned_at)
    : occurrencesOf(w, series)
  const { skippedBefore } = zoneClock(session.time_zone, first.planned_at, starts.at(-1) ?? now)
  const missing = starts.filter(
    (at) =>
      at > now &&
      skippedBefore(at, first.planned_at) > 0 &&
      dates.every(({ planned_at }) => planned_at !== at),
  )
  const end = /COUNT=/.test(session.rule) ? (starts.at(-1) ?? last.planned_at) : last.planned_at
  // Zones change their rules, which moves times by hours: that is no further date.
  const added = dates.filter(({ planned_at }) => planned_at > end + DAY_MS / 2)
  if (missing.length + added.length === 0) return 0
  const ids = added.map((date) => date.id)
  const answered = new Set((await listGameAnswers(w, ids)).map(({ date_id }) => date_id))
  const isUsed = (date: DateRow) =>
    answered.has(date.id) ||
    date.host_id !== null ||
    date.starts_at <= now ||
    date.starts_at !== date.planned_at ||
    TEXTS.some((name) => date[name] !== session[name])
  const kept = added.findLastIndex(isUsed) + 1
  await deleteDates(w, ids.slice(kept))
  const length = session.date_length ?? first.ends_at - first.starts_at
  await insertDates(w, id, datesAt(w, missing, length))
  const rule = session.rule.replace(
    /COUNT=(\d+)/,
    (_, count) => `COUNT=${Math.min(REPEATS_MAX, Number(count) + kept)}`,
  )
  // The sequence stays, since no mail is sent: calendar links have a later stamp.
  await updateRow(w.db, 'game_sessions', id, { rule, stamped_at: now })
  w.publish(w.group.members, { kind: 'group', subject: w.id })
  return 1
}
