import { type ContentBody, EVENT_DATES_AHEAD } from '#contract/content.ts'
import type { Repeats } from '#contract/planFields.ts'
import {
  deleteRow,
  type HasDb,
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
  assertRepeats,
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
import { type At, addDates, type Period, periodOf, timesAt } from './copies.ts'
import { hasAppeared } from './policy.ts'
import { changeTables, moveTables, slotsColumn } from './tableRepository.ts'

/* Events that repeat. */

type Row = RowOf<'contents'>
type Change = RowChange<'contents'>
type Dated = Row & Period & { readonly planned_at: number }

/** The check constraints of events, as a type. */
const isDated = (row: Row): row is Dated =>
  row.starts_at !== null && row.ends_at !== null && row.planned_at !== null

/** The rule of dates from a first one on, which ends with a time or not at all, and those that are made now. */
function planFrom(w: DeskWork, first: Period & { readonly time_zone: string }, repeats: Repeats) {
  const { rule, starts } = seriesFrom(w, first, repeats)
  const made = starts.filter((start, n) => n === 0 || start > w.now).slice(0, EVENT_DATES_AHEAD)
  const { starts_at, time_zone } = first
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

type Made = {
  readonly columns: Change
  /** Rows that no longer show the picture that they had. */
  readonly replaced?: readonly Row[]
  readonly attach?: (id: number) => Promise<void>
}

const attaching =
  (w: DeskWork, part: SeriesRow, starts: Iterable<number>): Made['attach'] =>
  async (id) => {
    const row = await lockRow(w.db, 'contents', id)
    assertFound(row)
    await addDates(w, part, { row, starts })
  }

/**
 * Columns of an event that becomes the first date of a series, and the step that adds the others.
 * @param before an event that was on the site is no news
 */
export async function newSeries(
  w: DeskWork,
  { sent, repeats }: { readonly sent: Change; readonly repeats: Repeats },
  before?: Row,
): Promise<Made> {
  const { columns, made } = planFrom(
    w,
    { ...periodOf(sent), time_zone: w.settings.timeZone },
    repeats,
  )
  const announced_id = before && hasAppeared(w, before) ? before.id : null
  const part = await insertSeries(w, columns, announced_id)
  return {
    columns: { series_id: part.id, part_id: part.id, planned_at: part.starts_at, is_own: 0 },
    attach: attaching(w, part, made.slice(1)),
  }
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

/** Columns that each date of a series has for itself, or that follow from others. */
const OWN = new Set([
  ...['starts_at', 'ends_at', 'registration_closes_at', 'updated_at', 'sequence'],
  ...['title_key', 'search_text', 'translation_group', 'slots'],
])

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
  if (before.part_id === null)
    return repeats ? newSeries(w, { sent, repeats }, before) : { columns: {} }
  const changed = changedIn(sent, before)
  const later = scope === 'later' ? (await lockLater(w, before)).filter(isDated) : []
  const part = await lockRow(w.db, 'event_series', before.part_id)
  if (part === undefined || !isDated(before)) return { columns: {} }
  const isOther = repeats !== undefined && !isSameRhythm(part, repeats)
  if (scope !== 'later') {
    if (isOther) throw deskErrors.wrongState('rhythm_of_later', 'repeats')
    return { columns: Object.keys(changed).length > 0 ? { is_own: 1 } : {} }
  }
  const period = periodOf(sent)
  const wanted = isOther ? repeats : undefined
  const plan = await planLater(w, { part, before, later, period, repeats: wanted })
  const missing = new Set(plan.missing)
  const replaced: Row[] = []
  for (const date of later) {
    const place = plan.placeOf(date)
    missing.delete(place?.planned_at ?? 0)
    const { id } = date
    if (!isAhead(w, date)) {
      // What has begun or is cancelled stays as it is, in its place of the rhythm.
      if (place) await updateRow(w.db, 'contents', id, { ...place, starts_at: date.starts_at })
    } else if (place !== undefined) {
      const times = laterTimes(edit, date, { ...place, zone: part.time_zone })
      await updateRow(w.db, 'contents', id, await alike(date, { ...changed, ...place, ...times }))
      await moveTables(w, id)
      if (changed.picture !== undefined) replaced.push(date)
    } else if (hasAppeared(w, date)) {
      // Members learn of it as of any cancelled event.
      await updateRow(w.db, 'contents', id, await alike(date, { cancelled_at: w.now }))
      await changeTables(w, date, 'cancelled')
    } else {
      await deleteRow(w.db, 'contents', id)
      replaced.push(date)
    }
  }
  const { part_id, planned_at } = plan.own
  return {
    columns: { part_id, planned_at, is_own: 0 },
    replaced,
    attach: attaching(w, plan.part, missing),
  }
}

const isSameRhythm = (part: SeriesRow, repeats: Repeats | null): boolean =>
  repeats !== null && ruleOf(part, repeats) === ruleOf(part, rhythmOf(part.rule))

/**
 * The length of a later date and the closing of its registration follow those of the edited one if these change.
 * @throws Refusal for slots outside the date
 */
function laterTimes({ before: edited, sent }: Edit, date: Dated, at: At) {
  const [own, like] = [timesAt(date, at), timesAt(sent, at)]
  const kept = timesAt(edited, { ...at, starts_at: sent.starts_at ?? 0 })
  const isLong = kept.ends_at !== sent.ends_at
  const isClosing = kept.registration_closes_at !== (sent.registration_closes_at ?? null)
  const { registration_closes_at } = isClosing ? like : own
  const { ends_at } = isLong ? like : own
  const before = kept.slots === (sent.slots ?? null) ? own : like
  const slots = slotsColumn({}, { starts_at: at.starts_at, ends_at }, { before, zone: at.zone })
  return { ends_at, registration_closes_at, slots }
}

type Split = {
  /** The rhythm of the edited date. */
  readonly part: SeriesRow
  readonly before: Dated
  readonly later: readonly Dated[]
  /** New times of the edited date. */
  readonly period: Period
  /** The new rhythm; null: no later date; undefined: the rhythm stays. */
  readonly repeats: Repeats | null | undefined
}
type Place = {
  readonly part_id: number | null
  readonly planned_at: number
  readonly starts_at: number
}
type Plan = {
  readonly part: SeriesRow
  readonly own: Pick<Place, 'part_id' | 'planned_at'>
  /** Nothing: the rhythm has no such date. */
  readonly placeOf: (date: Dated) => Place | undefined
  /** Starts that may have no date yet. */
  readonly missing: readonly number[]
}

/** The series from an edited date on. @throws Refusal */
async function planLater(w: DeskWork, split: Split): Promise<Plan> {
  const { part, before, later, period, repeats } = split
  const { time_zone: zone } = part
  const kept = { part, own: before, missing: [] }
  if (repeats === null) {
    await end(w, part, before.planned_at)
    return { ...kept, placeOf: () => undefined }
  }
  const turns = occurrencesUntil(w, { ...part, starts_at: before.planned_at })
  const length = period.ends_at - period.starts_at
  assertRepeats(turns.slice(0, 2), length)
  // A date that was moved on its own is as far from the rhythm as before.
  const from = before.starts_at
  const starts_at = shiftedTo(before.planned_at, { from, to: period.starts_at, zone })
  const isShifted = starts_at !== before.planned_at && turns.length > 1
  if (repeats === undefined && !isShifted)
    return {
      ...kept,
      placeOf: ({ part_id, planned_at, starts_at: at }) => ({ part_id, planned_at, starts_at: at }),
    }
  const rhythm = repeats ?? rhythmOfTurns(part, starts_at, turns.length)
  const first = { starts_at, ends_at: starts_at + length, time_zone: zone }
  const { starts, made, columns } = planFrom(w, first, rhythm)
  const isOnePart = repeats === undefined && later.every(({ part_id }) => part_id === part.id)
  const last_at = (isOnePart && starts[turns.indexOf(part.last_at)]) || columns.last_at
  const next = await splitPart(w, split, { ...columns, last_at })
  const dayOf = (at: number) => zoned(at, zone).toPlainDate().toString()
  const byDay = new Map(starts.map((start) => [dayOf(start), start]))
  return {
    part: next,
    own: { part_id: next.id, planned_at: starts_at },
    missing: isOnePart ? [] : made.slice(1),
    placeOf(date) {
      const { planned_at: from } = date
      const to = isOnePart ? starts[turns.indexOf(from)] : byDay.get(dayOf(from))
      if (to === undefined) return undefined
      const own = shiftedTo(date.starts_at, { from, to, zone })
      return { part_id: next.id, planned_at: to, starts_at: own }
    },
  }
}

/** The rhythm of a series that moves as a whole. */
function rhythmOfTurns(part: SeriesRow, starts_at: number, count: number): Repeats {
  const { until, ...rhythm } = rhythmAt(part, starts_at)
  return { ...rhythm, ...(until !== undefined && { count }) }
}

/** The rhythm of a date and what follows: with earlier dates a part of its own, so that calendars keep both. */
async function splitPart(w: DeskWork, { part, before }: Split, columns: Columns) {
  await end(w, part, before.planned_at - 1)
  return before.planned_at === part.starts_at
    ? updateRow(w.db, 'event_series', part.id, columns)
    : insertSeries(w, columns)
}

/** No date of the rhythm is later, and no part of its series gets further dates. */
async function end(w: Read, part: SeriesRow, at: number): Promise<void> {
  const dates = w.db.selectFrom('contents')
  const series = dates.select('series_id').where('part_id', '=', part.id)
  const parts = dates.select('part_id').where('series_id', 'in', series)
  await w.db
    .updateTable('event_series')
    .set({ extend_at: null })
    .where('id', 'in', parts.where('part_id', 'is not', null))
    .execute()
  const last_at = occurrencesUntil(w, part, at).at(-1) ?? at
  const change = { rule: endedAt(part.rule, last_at), last_at, extend_at: null, updated_at: w.now }
  await updateRow(w.db, 'event_series', part.id, change)
}

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

/** A series whose later dates are cancelled has no further ones. */
export async function endSeries(w: DeskWork, row: Row): Promise<void> {
  const part = row.part_id === null ? undefined : await lockRow(w.db, 'event_series', row.part_id)
  if (part === undefined) return
  await end(w, part, (row.planned_at ?? 0) - 1)
}
