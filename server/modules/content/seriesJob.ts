import { EVENT_DATES_AHEAD } from '#contract/content.ts'
import { count, deleteRow, lockRow, updateRow } from '../../db/rows.ts'
import { makePoller, type Poller } from '../../mail/poller.ts'
import { extensionAfter, isEndless, occurrencesUntil } from '../../work/series.ts'
import { changing, type Opener, reading, type Work } from '../../work/work.ts'
import type { Log } from '../face.ts'
import { addDates } from './copies.ts'

const BATCH = 100
const EXTEND_MS = 60_000

/** Adds the next dates to series that go on. No mail is sent: the series was announced. @returns number of dates */
export async function extendSeries(
  parts: Opener,
  isStopped: () => boolean = () => false,
): Promise<number> {
  const w = reading(parts)
  const due = await w.db
    .selectFrom('event_series')
    .select('id')
    .where('extend_at', '<=', w.now)
    .orderBy('extend_at')
    .orderBy('id')
    .limit(BATCH)
    .execute()
  let total = 0
  for (const { id } of due) {
    if (isStopped()) return total
    total += await changing(parts, (w) => extend(w, id))
  }
  return total
}

async function extend(w: Work, id: number): Promise<number> {
  const series = await lockRow(w.db, 'event_series', id)
  if (series === undefined || series.extend_at === null || series.extend_at > w.now) return 0
  const dates = w.db.selectFrom('contents').where('part_id', '=', id)
  // Dates that were edited alone, cancelled or withdrawn are no pattern unless there is no other.
  const row = await dates
    .selectAll()
    .orderBy((is) => is.case().when('cancelled_at', 'is', null).then(0).else(1).end())
    .orderBy((is) => is.case().when('unpublished_at', 'is', null).then(0).else(1).end())
    .orderBy('is_own')
    .orderBy('planned_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (row === undefined) {
    await deleteRow(w.db, 'event_series', id)
    return 0
  }
  const known = await dates.select('planned_at').where('planned_at', '>', series.last_at).execute()
  const coming = occurrencesUntil(w, series).filter(
    (at) => at > Math.max(w.now, series.last_at) && known.every((one) => one.planned_at !== at),
  )
  const ahead = await count(dates.where('planned_at', '>', w.now))
  const starts = coming.slice(0, Math.max(0, EVENT_DATES_AHEAD - ahead))
  const isWhole = !isEndless(series.rule) && starts.length === coming.length
  await addDates(w, series, { row, starts })
  await updateRow(w.db, 'event_series', id, {
    last_at: starts.at(-1) ?? series.last_at,
    extend_at: isWhole ? null : extensionAfter(w),
  })
  w.clear(['contents'])
  return starts.length
}

export const makeExtender = (parts: Opener, log: Log): Poller =>
  makePoller(log, 'series of events could not be extended', EXTEND_MS, async (isStopped) => {
    const dates = await extendSeries(parts, isStopped)
    if (dates > 0) log.info({ dates }, 'series of events have their next dates')
  })
