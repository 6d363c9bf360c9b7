import type { GameSessionId, GroupId } from '#contract/ids.ts'
import { REPEATS_MAX } from '#contract/planning.ts'
import { DAY_MS } from '../../../config/time.ts'
import { publish } from '../../../db/liveEvents.ts'
import type { Db } from '../../../db/schema.ts'
import type { Deps } from '../../../http/deps.ts'
import { zoneClock } from '../../../text/zoneClock.ts'
import { lockGroup } from '../repository.ts'
import { listSeriesSince, saveMended, usedOf } from './mendRepository.ts'
import { isEndless, occurrencesAfter, occurrencesOf } from './occurrences.ts'
import { deleteDates } from './restRepository.ts'
import { datesAt } from './series.ts'
import { findSession, insertDates, listDates } from './sessionRepository.ts'

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
    const found = await listSeriesSince(db, after, clock() - NEXT_MS, BATCH)
    isMore = found.length === BATCH
    after = found.at(-1)?.id ?? after
    for (const { id, group_id, time_zone, first, last } of found)
      if (zoneClock(time_zone, first, last + NEXT_MS).isEverSkipped(first))
        await db.transaction().execute((tx) => mend(tx, id, group_id, clock))
  }
}

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
  await saveMended(tx, id, { rule, stamped_at: now })
  await publish(tx, group.members, { kind: 'group', subject: group_id }, now)
}
