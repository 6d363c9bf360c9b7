import Type, { type Static } from 'typebox'
import { time } from '#contract/deskShapes.ts'
import { Repeats, TIME_ZONE_MAX } from '#contract/planFields.ts'
import { isTimeZone } from '../../config/time.ts'
import { type HasDb, insertRow, type Read, updateRow } from '../../db/rows.ts'
import { isOneOf } from '../../db/search.ts'
import { errors } from '../../http/errors.ts'
import { iso, millis } from '../../text/time.ts'
import { fileKey } from '../../transfer/reading.ts'
import { listSeries } from '../../work/eventSeries.ts'
import { extensionAfter, isEndless, rhythmOf, ruleOf } from '../../work/series.ts'
import type { ContentRow } from './repository.ts'

/** The series of a date in a file. */
export const FileSeries = Type.Object({
  key: fileKey(),
  repeats: Repeats,
  time_zone: Type.String({ maxLength: TIME_ZONE_MAX }),
  planned_at: time(),
})
type FileSeries = Static<typeof FileSeries>
type Rows = readonly { readonly series?: FileSeries | undefined }[]

/** Series of a file by their keys, which are UIDs in calendars; missing ones are made. @throws Refusal */
export async function seriesWith(w: Read, rows: Rows): Promise<ReadonlyMap<string, number>> {
  const sent = rows.flatMap(({ series }) => series ?? [])
  const byKey = Map.groupBy(sent, ({ key }) => key)
  const known = await w.db
    .selectFrom('event_series')
    .select(['id', 'uid'])
    .where(isOneOf(w.db, 'uid', [...byKey.keys()]))
    .execute()
  const ids = new Map(known.map(({ id, uid }) => [uid, id]))
  for (const [uid, dates] of byKey) {
    const [{ time_zone, repeats }] = dates as [FileSeries]
    if (ids.has(uid)) continue
    if (!isTimeZone(time_zone)) throw errors.invalid('series.time_zone')
    const starts = dates.map(({ planned_at }) => millis(planned_at) ?? 0)
    const starts_at = Math.min(...starts)
    const rule = ruleOf({ starts_at, time_zone }, repeats)
    const extend_at = isEndless(rule) ? extensionAfter(w) : null
    const columns = { rule, time_zone, starts_at, extend_at, last_at: Math.max(...starts) }
    const fresh = { uid, created_at: w.now, updated_at: w.now }
    ids.set(uid, (await insertRow(w.db, 'event_series', { ...columns, ...fresh })).id)
  }
  return ids
}

/** A series that a file has brought was announced elsewhere: its next dates are no news. */
export async function markAnnouncedSeries(w: HasDb, ids: Iterable<number>): Promise<void> {
  for (const id of ids) {
    const first = await w.db
      .selectFrom('contents')
      .select('id')
      .where('series_id', '=', id)
      .where('publish_at', 'is not', null)
      .orderBy('planned_at')
      .executeTakeFirst()
    if (first) await updateRow(w.db, 'event_series', id, { announced_id: first.id })
  }
}

/** Fields of the series of dates, by the ids of the series. */
export async function seriesFields(w: HasDb, rows: readonly ContentRow[]) {
  const ids = rows.flatMap(({ series_id }) => series_id ?? [])
  const found = new Map((await listSeries(w, ids)).map((one) => [one.id, one]))
  return ({ series_id, planned_at }: ContentRow): { series?: FileSeries } => {
    const series = found.get(series_id ?? 0)
    if (series === undefined) return {}
    const { uid: key, time_zone, rule } = series
    return { series: { key, time_zone, repeats: rhythmOf(rule), planned_at: iso(planned_at ?? 0) } }
  }
}
