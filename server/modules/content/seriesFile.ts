import Type, { type Static } from 'typebox'
import { time } from '#contract/deskShapes.ts'
import { Repeats, TIME_ZONE_MAX } from '#contract/planFields.ts'
import { isTimeZone } from '../../config/time.ts'
import { type HasDb, insertRow, type Read, updateRow } from '../../db/rows.ts'
import { isOneOf } from '../../db/search.ts'
import { deskErrors } from '../../desk/errors.ts'
import { errors } from '../../http/errors.ts'
import { iso, millis } from '../../text/time.ts'
import { fileKey } from '../../transfer/reading.ts'
import { listSeries } from '../../work/eventSeries.ts'
import { extensionAfter, rhythmOf, ruleFrom } from '../../work/series.ts'
import type { ContentRow } from './repository.ts'

/** The series of a date in a file. */
export const FileSeries = Type.Object({
  key: fileKey(),
  repeats: Repeats,
  time_zone: Type.String({ maxLength: TIME_ZONE_MAX }),
  planned_at: time(),
  /** `key` of the first part, where the rhythm of the series has changed. */
  first: Type.Optional(fileKey()),
  /** It is no pattern for further dates. */
  is_own: Type.Optional(Type.Boolean()),
})
type FileSeries = Static<typeof FileSeries>
type Rows = readonly { readonly series?: FileSeries | undefined }[]

/**
 * Series of a file by their keys, which are UIDs in calendars; missing ones are made.
 * @throws Refusal
 */
export async function seriesWith(w: Read, rows: Rows): Promise<ReadonlyMap<string, number>> {
  const sent = rows.flatMap(({ series }) => series ?? [])
  const byKey = Map.groupBy(sent, ({ key }) => key)
  const ofFile = isOneOf(w.db, 'uid', [...byKey.keys()])
  const dates = w.db.selectFrom('contents').select('part_id').where('part_id', 'is not', null)
  // An import that was undone leaves its series.
  await w.db.deleteFrom('event_series').where(ofFile).where('id', 'not in', dates).execute()
  const known = await w.db.selectFrom('event_series').selectAll().where(ofFile).execute()
  const ids = new Map(known.map(({ id, uid }) => [uid, id]))
  for (const [uid, dates] of byKey) {
    const planned = dates.map(({ planned_at }) => millis(planned_at) ?? 0).sort((a, b) => a - b)
    const [first] = dates
    const [starts_at = 0] = planned
    if (
      first === undefined ||
      new Set(planned).size < planned.length ||
      !isTimeZone(first.time_zone)
    )
      throw errors.invalid('series')
    const { time_zone, repeats } = first
    const rule = ruleFrom({ starts_at, time_zone }, repeats)
    const here = known.find((one) => one.uid === uid)
    if (here && rule !== here.rule) throw deskErrors.wrongState('decided_at_desk', 'series.repeats')
    if (here) continue
    const last_at = planned.at(-1) ?? starts_at
    const columns = { rule, time_zone, starts_at, last_at, extend_at: extensionAfter(w) }
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
  const ids = rows.flatMap(({ part_id }) => part_id ?? [])
  const firsts = rows.flatMap(({ series_id }) => series_id ?? [])
  const found = new Map((await listSeries(w, [...ids, ...firsts])).map((one) => [one.id, one]))
  return ({ series_id, part_id, planned_at, is_own }: ContentRow): { series?: FileSeries } => {
    const series = found.get(part_id ?? 0)
    if (series === undefined) return {}
    const { uid: key, time_zone, rule } = series
    const own = {
      ...(series_id !== part_id && { first: found.get(series_id ?? 0)?.uid }),
      ...(is_own === 1 && { is_own: true }),
    }
    const repeats = rhythmOf(rule)
    return { series: { key, time_zone, repeats, planned_at: iso(planned_at ?? 0), ...own } }
  }
}
