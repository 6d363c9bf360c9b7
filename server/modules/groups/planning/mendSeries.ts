import { sql } from 'kysely'
import type { GameSessionId, GroupId } from '#contract/ids.ts'
import { REPEATS_MAX } from '#contract/planning.ts'
import { DAY_MS } from '../../../config/time.ts'
import { publish } from '../../../db/liveEvents.ts'
import type { Db } from '../../../db/schema.ts'
import type { Deps } from '../../../http/deps.ts'
import { zoneClock } from '../../../text/zoneClock.ts'
import { lockGroup } from '../repository.ts'
import { isEndless, occurrencesAfter, occurrencesOf } from './occurrences.ts'
import { deleteDates } from './restRepository.ts'
import { datesAt } from './series.ts'
import { type DateRow, findSession, insertDates, listDates } from './sessionRepository.ts'

/** Series that are read at a time. */
const BATCH = 500
/** A rule may have its next date so much later. */
const NEXT_MS = 300 * DAY_MS

/**
 * Adds the dates that series of earlier versions lack because the clocks skip their time, and takes away what those
 * versions added at the end instead, unless members have answered it, host it or wrote on it. No mail is sent.
 */
export async function mendSeries({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  for (let after = 0, isMore = true; isMore; ) {
    const found = await listSeriesAhead(db, after, clock())
    isMore = found.length === BATCH
    after = found.at(-1)?.id ?? after
    for (const { id, group_id, time_zone, first, last } of found)
      if (zoneClock(time_zone, first, last + NEXT_MS).isEverSkipped(first))
        await db.transaction().execute((tx) => mend(tx, id, group_id, clock))
  }
}

const listSeriesAhead = (db: Db, after: number, now: number) =>
  db
    .selectFrom('game_sessions as s')
    .innerJoin('game_dates as d', 'd.session_id', 's.id')
    .select(['s.id', 's.group_id', 's.time_zone'])
    .select(({ fn }) => [
      fn.min<number>('d.planned_at').as('first'),
      fn.max<number>('d.planned_at').as('last'),
    ])
    .where('s.id', '>', after as GameSessionId)
    .where('s.rule', 'is not', null)
    .where('s.cancelled_at', 'is', null)
    .groupBy(['s.id', 's.group_id', 's.time_zone'])
    .having(({ fn }) => fn.max('d.planned_at'), '>', now - NEXT_MS)
    .orderBy('s.id')
    .limit(BATCH)
    .execute()

async function mend(tx: Db, id: GameSessionId, group_id: GroupId, clock: Deps['clock']) {
  const group = await lockGroup(tx, group_id)
  const session = await findSession(tx, id)
  const dates = await listDates(tx, id)
  const [now, first, last] = [clock(), dates[0], dates.at(-1)]
  if (!group || !session?.rule || session.cancelled_at !== null || !first || !last) return
  const series = { ...session, starts_at: first.planned_at }
  const starts = isEndless(session.rule)
    ? occurrencesAfter(series, first.planned_at, now).filter((at) => at < last.planned_at)
    : occurrencesOf(series, now)
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
  const used = await usedOf(tx, id, now)
  const kept = added.slice(0, added.findLastIndex((date) => used.has(date.id)) + 1)
  const gone = added.slice(kept.length)
  if (missing.length + gone.length === 0) return
  await deleteDates(
    tx,
    gone.map((date) => date.id),
  )
  const length = session.date_length ?? first.ends_at - first.starts_at
  await insertDates(
    tx,
    id,
    missing.map((start) => datesAt(start, length, now)),
  )
  const rule = session.rule.replace(
    /COUNT=(\d+)/,
    (_, count) => `COUNT=${Math.min(REPEATS_MAX, Number(count) + kept.length)}`,
  )
  await tx
    .updateTable('game_sessions')
    .set({ rule, updated_at: now })
    .where('id', '=', id)
    .execute()
  await publish(tx, group.members, { kind: 'group', subject: group_id }, now)
}

/** Dates that are over, or that members have moved, answered, host or wrote on. */
async function usedOf(tx: Db, session: GameSessionId, now: number): Promise<Set<DateRow['id']>> {
  const rows = await tx
    .selectFrom('game_dates as d')
    .select('d.id')
    .where('d.session_id', '=', session)
    .where(
      sql<boolean>`(d.starts_at <= ${now} or d.starts_at <> d.planned_at or d.host_id is not null
        or coalesce(d.title, d.place, d.link, d.notes) is not null
        or exists (select 1 from game_answers a where a.date_id = d.id))`,
    )
    .execute()
  return new Set(rows.map(({ id }) => id))
}
