import { randomUUID } from 'node:crypto'
import { pictureFiles } from '../../db/looseFiles.ts'
import {
  exists,
  type HasDb,
  insertColumns,
  type Read,
  type RowChange,
  type RowOf,
  updateRow,
} from '../../db/rows.ts'
import type { DeskWork } from '../../desk/changeRoute.ts'
import type { SeriesRow } from '../../work/eventSeries.ts'
import { shiftedTo } from '../../work/series.ts'
import { shiftedSlots } from './tableRepository.ts'

/* Copies of events, as which further dates of a series are made. They share the picture of the first one. */

type Row = RowOf<'contents'>
type Change = RowChange<'contents'>
/** Epoch milliseconds. */
export type Period = { readonly starts_at: number; readonly ends_at: number }
export const periodOf = ({ starts_at, ends_at }: Change): Period => ({
  starts_at: starts_at ?? 0,
  ends_at: ends_at ?? 0,
})

export type At = { readonly starts_at: number; readonly zone: string }

/** Times of an event that begins at another time. The registration closes as long before by the clock. */
export const timesAt = (row: Change, { starts_at, zone }: At) => {
  const before = periodOf(row)
  const closes = row.registration_closes_at ?? null
  const by = { from: before.starts_at, to: starts_at, zone }
  return {
    starts_at,
    ends_at: shiftedTo(before.ends_at, by),
    registration_closes_at: closes && shiftedTo(closes, by),
    slots: shiftedSlots(row.slots ?? null, by),
  }
}

/** The same event at another time: its texts, picture, seats and questions, without its people. */
function copyAt(w: Read, row: Row, at: At) {
  const { id: _, transfer_key, translation_group, opened_at, open_to, ...copied } = row
  const fresh = { uid: randomUUID(), sequence: 0, created_at: w.now, updated_at: w.now }
  return { ...copied, ...fresh, ...timesAt(row, at), cancelled_at: null, is_own: 0 }
}

/** The columns of a copy that is a draft, on its own. */
export const draftAt = (w: DeskWork, row: Row, starts_at: number) => ({
  ...copyAt(w, row, { starts_at, zone: w.settings.timeZone }),
  ...{ publish_at: null, unpublished_at: null, series_id: null, part_id: null, planned_at: null },
})

/** Adds dates that are like another one of the same series. */
export async function addDates(
  w: Read,
  { id: part_id, time_zone: zone }: SeriesRow,
  { row, starts }: { readonly row: Row; readonly starts: Iterable<number> },
): Promise<void> {
  for (const starts_at of starts) {
    const own = { part_id, planned_at: starts_at, ...(await translationAt(w, row, starts_at)) }
    await insertColumns(w.db, 'contents', { ...copyAt(w, row, { starts_at, zone }), ...own })
  }
}

/** A date translates the one of the same time in a series that its pattern translates a date of. */
async function translationAt(
  { db }: HasDb,
  { translation_group, series_id }: Row,
  planned_at: number,
): Promise<Pick<Change, 'translation_group'>> {
  if (translation_group === null) return {}
  const pattern = db.selectFrom('contents').where('translation_group', '=', translation_group)
  const twin = await db
    .selectFrom('contents')
    .select(['id', 'translation_group'])
    .where('series_id', 'in', pattern.select('series_id').where('series_id', 'is not', null))
    .where('series_id', 'is distinct from', series_id)
    .where('planned_at', '=', planned_at)
    .executeTakeFirst()
  if (twin === undefined) return {}
  const group = twin.translation_group ?? randomUUID()
  await updateRow(db, 'contents', twin.id, { translation_group: group })
  return { translation_group: group }
}

/** The files of a picture that no article shows any more. */
export async function unusedFiles({ picture }: Pick<Row, 'picture'>, { db }: HasDb) {
  const shown = db.selectFrom('contents').select('id').where('picture', '=', picture)
  return (await exists(shown)) ? [] : pictureFiles(picture)
}
