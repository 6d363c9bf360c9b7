import { randomUUID } from 'node:crypto'
import { type ContentBody, EVENT_DATES_AHEAD } from '#contract/content.ts'
import type { Repeats } from '#contract/planFields.ts'
import { pictureFiles } from '../../db/looseFiles.ts'
import {
  deleteRow,
  exists,
  type HasDb,
  insertColumns,
  insertRow,
  lockRow,
  type Read,
  type RowChange,
  type RowOf,
  updateRow,
} from '../../db/rows.ts'
import { assertFound } from '../../desk/audit.ts'
import type { DeskWork } from '../../desk/changeRoute.ts'
import { deskErrors } from '../../desk/errors.ts'
import type { SeriesRow } from '../../work/eventSeries.ts'
import {
  endedAt,
  extensionAfter,
  isEndless,
  newUid,
  occurrencesUntil,
  rhythmAt,
  rhythmOf,
  ruleOf,
  seriesFrom,
  shiftedTo,
  zoned,
} from '../../work/series.ts'
import { hasAppeared } from './policy.ts'

/* Events that repeat, and copies of events. The dates of a series share their picture, as copies do. */

type Row = RowOf<'contents'>
type Change = RowChange<'contents'>
/** Epoch milliseconds. */
type Period = { readonly starts_at: number; readonly ends_at: number }
type Dated = Row & Period & { readonly planned_at: number }

/** The check constraints of events, as a type. */
const isDated = (row: Row): row is Dated =>
  row.starts_at !== null && row.ends_at !== null && row.planned_at !== null

const periodOf = ({ starts_at, ends_at }: Change): Period => ({
  starts_at: starts_at ?? 0,
  ends_at: ends_at ?? 0,
})

type At = { readonly starts_at: number; readonly zone: string }

/** Times of an event that begins at another time. The registration closes as long before by the clock. */
const timesAt = (row: Change, { starts_at, zone }: At) => {
  const before = periodOf(row)
  const closes = row.registration_closes_at ?? null
  return {
    starts_at,
    ends_at: starts_at + before.ends_at - before.starts_at,
    registration_closes_at:
      closes && shiftedTo(closes, { from: before.starts_at, to: starts_at, zone }),
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
  ...{ publish_at: null, unpublished_at: null, series_id: null, planned_at: null },
})

/** Adds dates that are like another one. */
export async function addDates(
  w: Read,
  { id: series_id, time_zone: zone }: SeriesRow,
  { row, starts }: { readonly row: Row; readonly starts: Iterable<number> },
): Promise<void> {
  for (const starts_at of starts) {
    const copy = copyAt(w, row, { starts_at, zone })
    const own = { series_id, planned_at: starts_at, ...(await translationAt(w, row, starts_at)) }
    await insertColumns(w.db, 'contents', { ...copy, ...own })
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

/** The rule of dates from a first one on, which ends with a time or not at all, and those that are made now. */
function planFrom(w: DeskWork, period: Period, repeats: Repeats) {
  const time_zone = w.settings.timeZone
  const { rule, starts } = seriesFrom(w, { ...period, time_zone }, repeats)
  const made = starts.filter((start, n) => n === 0 || start > w.now).slice(0, EVENT_DATES_AHEAD)
  const { starts_at } = period
  const end = starts.at(-1) ?? starts_at
  const last_at = made.at(-1) ?? starts_at
  const isWhole = !isEndless(rule) && last_at === end
  return {
    starts,
    made,
    columns: {
      rule: isEndless(rule) ? (rule ?? '') : endedAt(rule ?? '', end),
      time_zone,
      starts_at,
      last_at,
      extend_at: isWhole ? null : extensionAfter(w),
      updated_at: w.now,
    },
  }
}
type Columns = ReturnType<typeof planFrom>['columns']

const insertSeries = (
  w: DeskWork,
  columns: Columns,
  announced_id: SeriesRow['announced_id'] = null,
) => insertRow(w.db, 'event_series', { ...columns, announced_id, uid: newUid(), created_at: w.now })

type Made = { readonly columns: Change; readonly attach?: (id: number) => Promise<void> }

const attaching = (
  w: DeskWork,
  { series, planned_at }: { readonly series: SeriesRow; readonly planned_at: number },
  starts: Iterable<number>,
): Made => ({
  columns: { series_id: series.id, planned_at, is_own: 0 },
  async attach(id) {
    const row = await lockRow(w.db, 'contents', id)
    assertFound(row)
    await addDates(w, series, { row, starts })
  },
})

/** Columns of an event that becomes the first date of a series, and the step that adds the others. */
export async function newSeries(w: DeskWork, sent: Change, repeats: Repeats): Promise<Made> {
  const { columns, made } = planFrom(w, periodOf(sent), repeats)
  const series = await insertSeries(w, columns)
  return attaching(w, { series, planned_at: series.starts_at }, made.slice(1))
}

/** Later dates of the series of a row, locked in their order. */
const lockLater = ({ db }: HasDb, { series_id, planned_at }: Row): Promise<Row[]> =>
  db
    .selectFrom('contents')
    .selectAll()
    .where('series_id', '=', series_id)
    .where('planned_at', '>', planned_at)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()

const isAhead = ({ now }: Read, { starts_at, cancelled_at }: Row): boolean =>
  cancelled_at === null && (starts_at ?? 0) > now

/** Columns that each date of a series has for itself. */
const OWN = new Set(['starts_at', 'ends_at', 'registration_closes_at', 'updated_at', 'sequence'])

/** Columns of all dates that a change gives other values. */
const changedIn = (sent: Change, before: Row): Change => {
  const values = new Map<string, unknown>(Object.entries(before))
  const changed = Object.entries(sent).filter(
    ([name, value]) => value !== undefined && !OWN.has(name) && value !== values.get(name),
  )
  return Object.fromEntries(changed)
}

type Edit = {
  readonly body: Pick<ContentBody, 'repeats' | 'scope'>
  /** Locked. */
  readonly before: Row
  readonly sent: Change
  /** Columns of another date that gets the same change. @throws Refusal */
  readonly alike: (date: Row, change: Change) => Promise<Change>
}

/**
 * What an edited event is in its series: the change of this date alone, or of this one and the later ones, or a series
 * that begins with it.
 * @throws Refusal
 */
export async function seriesChange(w: DeskWork, edit: Edit): Promise<Made> {
  const { before, sent, alike } = edit
  const { repeats, scope } = edit.body
  if (before.series_id === null) return repeats ? newSeries(w, sent, repeats) : { columns: {} }
  const changed = changedIn(sent, before)
  const later = scope === 'later' ? await lockLater(w, before) : []
  const series = await lockRow(w.db, 'event_series', before.series_id)
  if (series === undefined || !isDated(before)) return { columns: {} }
  const isOther = repeats !== undefined && !isSameRhythm(series, repeats)
  if (scope !== 'later') {
    if (isOther) throw deskErrors.wrongState('rhythm_of_later', 'repeats')
    return { columns: Object.keys(changed).length > 0 ? { is_own: 1 } : {} }
  }
  const split = { series, before, period: periodOf(sent), repeats: isOther ? repeats : undefined }
  const plan = await planLater(w, split)
  const missing = new Set(plan.missing)
  for (const date of later.filter(isDated).filter((one) => isAhead(w, one))) {
    const place = plan.placeOf(date)
    missing.delete(place?.planned_at ?? 0)
    if (place !== undefined) {
      const times = laterTimes(edit, date, { ...place, zone: series.time_zone })
      await updateRow(
        w.db,
        'contents',
        date.id,
        await alike(date, { ...changed, ...place, ...times }),
      )
    } else if (hasAppeared(w, date))
      // Members learn of it as of any cancelled event.
      await updateRow(w.db, 'contents', date.id, await alike(date, { cancelled_at: w.now }))
    else await deleteRow(w.db, 'contents', date.id)
  }
  return attaching(w, plan, missing)
}

const isSameRhythm = (series: SeriesRow, repeats: Repeats | null): boolean =>
  repeats !== null && ruleOf(series, repeats) === ruleOf(series, rhythmOf(series.rule))

/** The length of a later date and the closing of its registration follow those of the edited one if these change. */
function laterTimes({ before, sent }: Edit, date: Dated, at: At) {
  const [own, like] = [timesAt(date, at), timesAt(sent, at)]
  const kept = timesAt(before, { ...at, starts_at: sent.starts_at ?? 0 })
  const isLong = kept.ends_at !== sent.ends_at
  const isClosing = kept.registration_closes_at !== (sent.registration_closes_at ?? null)
  const { registration_closes_at } = isClosing ? like : own
  return { ends_at: (isLong ? like : own).ends_at, registration_closes_at }
}

type Split = {
  readonly series: SeriesRow
  readonly before: Dated
  /** New times of the edited date. */
  readonly period: Period
  /** The new rhythm; null: no later date; undefined: the rhythm stays. */
  readonly repeats: Repeats | null | undefined
}
type Place = { readonly series_id: number; readonly planned_at: number; readonly starts_at: number }
type Plan = {
  readonly series: SeriesRow
  /** Planned start of the edited date. */
  readonly planned_at: number
  /** Nothing: the date does not take place any more. */
  readonly placeOf: (date: Dated) => Place | undefined
  /** Starts that may have no date yet. */
  readonly missing: readonly number[]
}

/** The series from an edited date on. @throws Refusal */
async function planLater(w: DeskWork, split: Split): Promise<Plan> {
  const { series, before, period, repeats } = split
  const { id: series_id, time_zone: zone } = series
  const kept = { series, planned_at: before.planned_at, missing: [] }
  if (repeats === null) {
    await end(w, series, before.planned_at)
    return { ...kept, placeOf: () => undefined }
  }
  const turns = occurrencesUntil(w, { ...series, starts_at: before.planned_at })
  const isShifted = period.starts_at !== before.starts_at && turns.length > 1
  if (repeats === undefined && !isShifted)
    return {
      ...kept,
      placeOf: ({ planned_at, starts_at }) => ({ series_id, planned_at, starts_at }),
    }
  const rhythm = repeats ?? rhythmOfTurns(series, period, turns.length)
  const { starts, made, columns } = planFrom(w, period, rhythm)
  const turnOf = (planned_at: number) => starts[turns.indexOf(planned_at)]
  const last_at = (repeats ? undefined : turnOf(series.last_at)) ?? columns.last_at
  const next = await splitSeries(w, split, { ...columns, last_at })
  const dayOf = (at: number) => zoned(at, zone).toPlainDate().toString()
  const byDay = new Map(made.slice(1).map((start) => [dayOf(start), start]))
  return {
    series: next,
    planned_at: period.starts_at,
    missing: repeats ? made.slice(1) : [],
    placeOf(date) {
      const to = repeats ? byDay.get(dayOf(date.starts_at)) : turnOf(date.planned_at)
      if (to === undefined) return undefined
      // A date that was moved on its own stays as far from its turn.
      const starts_at = repeats
        ? to
        : shiftedTo(date.starts_at, { from: date.planned_at, to, zone })
      return { series_id: next.id, planned_at: to, starts_at }
    },
  }
}

/** The rhythm of a series that moves as a whole. */
function rhythmOfTurns(series: SeriesRow, { starts_at }: Period, count: number): Repeats {
  const { until, ...rhythm } = rhythmAt(series, starts_at)
  return { ...rhythm, ...(until !== undefined && { count }) }
}

/** The series of a date and what follows: with earlier dates one of its own, so that calendars keep both. */
async function splitSeries(w: DeskWork, { series, before }: Split, columns: Columns) {
  if (before.planned_at === series.starts_at)
    return updateRow(w.db, 'event_series', series.id, columns)
  await end(w, series, before.planned_at - 1)
  return insertSeries(w, columns, series.announced_id)
}

/** No date of the series is later. */
const end = (w: Read, { id, rule, last_at }: SeriesRow, at: number) =>
  updateRow(w.db, 'event_series', id, {
    rule: endedAt(rule, at),
    last_at: Math.min(last_at, at),
    extend_at: null,
    updated_at: w.now,
  })

/** Decides the same of the later dates of a series. @param decide nothing: the date stays as it is */
export async function decideLater(
  w: DeskWork,
  row: Row,
  decide: (date: Row) => Promise<Change | undefined>,
): Promise<void> {
  if (row.series_id === null) return
  for (const date of await lockLater(w, row)) {
    const change = isAhead(w, date) ? await decide(date) : undefined
    if (change !== undefined) await updateRow(w.db, 'contents', date.id, change)
  }
}

/** The files of a picture that no article shows any more. */
export async function unusedFiles({ picture }: Pick<Row, 'picture'>, { db }: HasDb) {
  const shown = db.selectFrom('contents').select('id').where('picture', '=', picture)
  return (await exists(shown)) ? [] : pictureFiles(picture)
}

/** A series whose later dates are cancelled has no further ones. */
export async function endSeries(w: DeskWork, { series_id }: Row): Promise<void> {
  const series = series_id === null ? undefined : await lockRow(w.db, 'event_series', series_id)
  if (series !== undefined) await end(w, series, series.last_at)
}
