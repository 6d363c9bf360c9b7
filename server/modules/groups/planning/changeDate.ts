import type { Repeats } from '#contract/planFields.ts'
import type { DateScope } from '#contract/sets.ts'
import { type HasDb, updateRow } from '../../../db/rows.ts'
import { idsOf } from '../../../db/search.ts'
import { errors, refusal } from '../../../http/errors.ts'
import { endedAt, movesOf, newUid, rhythmAt, seriesFrom, zoned } from '../../../work/series.ts'
import type { GroupWork } from '../groupCalls.ts'
import { mailMoved, mailRest } from './dateMails.ts'
import { wasOf } from './mailFacts.ts'
import { saidBy } from './mails.ts'
import { assertPlanner, type Sent as CallOf, ofPlan, periodOf, whereOf } from './plan.ts'
import { assertAhead, assertMayAddSession, assertPeriod, type Now } from './policy.ts'
import { datesAt, isAhead, remindedAt } from './series.ts'
import {
  addDates,
  changeSession,
  changeTexts,
  copyHosts,
  countAhead,
  type DateRow,
  deleteAnswersOfOthers,
  deleteDates,
  findDateGroup,
  insertSession,
  keepText,
  listDates,
  loosenDates,
  type SessionRow,
  type SessionTexts,
} from './sessionRepository.ts'
import { readDate } from './sessions.ts'

type Sent = CallOf<'changeDate'>
type Period = Pick<DateRow, 'starts_at' | 'ends_at'>
type Texts = Partial<SessionTexts>

/** Callers of earlier versions send no scope: their form says that times are of one date, and texts of all. */
export const changeDate = ofPlan('member', findDateGroup, async (w, { params, body }: Sent) => {
  const { date, session } = await readDate(w, params.id)
  const period = periodOf(body)
  const texts = changedTexts(date, whereOf(body))
  if (!isOfHost(date, w.me, { scope: body.scope, period, texts })) assertPlanner(w)
  assertAhead(w, date)
  if (session.sequence !== body.sequence) throw refusal(409, 'session_changed')
  const series = { session, date, dates: await listDates(w, session.id) }
  const rest = restIn(w, series, { ...body, ...period })
  if (rest !== null) return changeRest(w, series, { ...rest, texts, reason: body.reason })
  const moved = await move(w, series, { ...period, scope: body.scope ?? 'this' })
  const isWorded = Object.keys(texts).length > 0
  if (moved.length === 0 && !isWorded) return
  const worded = isWorded ? datesIn(w, series, body.scope ?? 'all') : []
  const ofSession = isWorded
    ? await word(w, series, { worded, texts, isOfOne: body.scope === 'this' })
    : {}
  const changed = await changeSession(w, session.id, ofSession)
  const about = series.dates.filter(
    (one) => one.id === date.id || moved.includes(one.id) || worded.includes(one),
  )
  const after = { ...date, ...period, ...texts }
  await mailMoved(w, changed, { ids: idsOf(about), date, after, reason: body.reason })
  await w.log('session_moved', { detail: texts.title ?? date.title })
})

type Wish = {
  readonly scope: DateScope | undefined
  readonly period: Period
  readonly texts: Texts
}

/** The member who hosts a date says where it is, and what to know about it. */
const isOfHost = (date: DateRow, caller: Sent['memberId'], { scope, period, texts }: Wish) =>
  date.host_id === caller &&
  scope === 'this' &&
  period.starts_at === date.starts_at &&
  period.ends_at === date.ends_at &&
  texts.title === undefined &&
  texts.link === undefined

type Asked = Period & Pick<Sent['body'], 'scope' | 'repeats'>

/**
 * What becomes a series of its own: a rest with another rhythm, or with other times if the series has no end, since
 * its dates to come are stored nowhere.
 */
function restIn(w: Now, series: Series, { scope = 'this', repeats, ...period }: Asked) {
  const { session, dates, date } = series
  if (repeats !== undefined) {
    if (scope !== 'later') throw errors.invalid('scope')
    assertNewPeriod(w, period, date)
    return { first: date, period, repeats }
  }
  if (session.extend_at === null || scope === 'this') return null
  const wanted = datesIn(w, series, scope).filter(
    (one) => one.id === date.id || one.starts_at > w.now,
  )
  const [first = date] = wanted.toSorted((a, b) => a.planned_at - b.planned_at)
  const moved = movesOf(
    [first],
    { date, period },
    { timeZone: session.time_zone, first: dates[0]?.planned_at ?? first.planned_at },
  )[0]
  if (moved === undefined) return null
  assertNewPeriod(w, period, date)
  assertNewPeriod(w, moved, first)
  return { first, period: moved, repeats }
}

/** A start that stays may have come. */
function assertNewPeriod({ now }: Now, period: Period, before: Period): void {
  const isSame = period.starts_at === before.starts_at
  assertPeriod({ now: isSame ? before.starts_at - 1 : now }, period)
}

/** Moves dates; one that has begun stays, unless it is the named one. @returns ids of the moved ones */
async function move(
  w: GroupWork,
  series: Series,
  { scope, ...period }: Period & { readonly scope: DateScope },
) {
  const { session, dates, date } = series
  const isFirstToMove = period.starts_at !== date.starts_at
  const movable = datesIn(w, series, scope).filter(
    (one) => one.id === date.id || one.starts_at > w.now,
  )
  if (isFirstToMove || period.ends_at !== date.ends_at) assertNewPeriod(w, period, date)
  const first = dates[0]?.planned_at ?? date.planned_at
  const moves = movesOf(movable, { date, period }, { timeZone: session.time_zone, first })
  for (const { id, isMoved, starts_at, ends_at } of moves) {
    if (isMoved && starts_at <= w.now) throw refusal(400, 'not_ahead', { attr: 'starts_at' })
    const before = movable.find((one) => one.id === id)
    const reminded_at = isMoved ? remindedAt(w, starts_at) : (before?.reminded_at ?? null)
    await updateRow(w.db, 'game_dates', id, { starts_at, ends_at, reminded_at })
  }
  const ids = moves.map(({ id }) => id)
  if (isFirstToMove) await deleteAnswersOfOthers(w, ids, w.me)
  return ids
}

type Worded = {
  readonly worded: readonly DateRow[]
  readonly texts: Texts
  /** The texts are of one date alone. */
  readonly isOfOne: boolean
}

/**
 * Gives some dates texts of their own. Texts of all dates ahead become the session's, and the dates that are over keep
 * theirs; so do texts of the rest of a series without an end, which has dates that are not stored yet.
 * @returns the change of the session
 */
async function word(
  w: GroupWork,
  { session, dates }: Series,
  { worded, texts, isOfOne }: Worded,
): Promise<Texts> {
  const ids = worded.map(({ id }) => id)
  const rest = dates.filter((one) => !worded.includes(one))
  const isOwn = session.extend_at === null ? rest.some((one) => isAhead(w, one)) : isOfOne
  if (isOwn) {
    await changeTexts(w, ids, texts)
    return {}
  }
  const ofSession = await placeHosted(w, worded, texts)
  const others = rest.map(({ id }) => id)
  for (const name of Object.keys(ofSession) as (keyof SessionTexts)[]) {
    await keepText(w, others, { name, text: session[name] })
    const inheriting = name === 'place' ? worded.filter(isUnhosted).map(({ id }) => id) : ids
    await changeTexts(w, inheriting, { [name]: null })
  }
  return ofSession
}

const isUnhosted = ({ host_id }: DateRow): boolean => host_id === null

/** The place of a hosted date is its own, since it goes with the host. @returns the other texts */
async function placeHosted(w: HasDb, worded: readonly DateRow[], texts: Texts): Promise<Texts> {
  const { place, ...others } = texts
  const hosted = worded.filter((one) => !isUnhosted(one)).map(({ id }) => id)
  if (place === undefined || hosted.length === 0) return texts
  await changeTexts(w, hosted, { place })
  return hosted.length === worded.length ? others : texts
}

type Wanted = {
  /** The date from which on the series is another one. */
  readonly first: DateRow
  readonly period: Period
  /** Missing: the rhythm of before. */
  readonly repeats: Repeats | null | undefined
  readonly texts: Texts
  readonly reason: string | undefined
}

/**
 * Changes a series from one of its dates on. What was before it ends there, and the rest is a session of its own, so
 * that calendars keep both; without any date before, the session itself is changed. A date stays the same one, with its
 * answers, host and own texts, if the new series has a date on its day.
 */
async function changeRest(w: GroupWork, { session, dates }: Series, wanted: Wanted): Promise<void> {
  const { first, period, texts } = wanted
  const { time_zone } = session
  const { starts: planned, ...series } = seriesFrom(
    w,
    { ...period, time_zone },
    wanted.repeats === undefined ? rhythmOfSession(session, period.starts_at) : wanted.repeats,
  )
  const starts = datesAt(w, planned, period.ends_at - period.starts_at)
  const before = dates.filter((one) => isBefore(w, one, first))
  const isSplit = before.some(({ cancelled_at }) => cancelled_at === null)
  const rest = isSplit ? dates.filter((one) => !before.includes(one)) : dates
  const old = isSplit ? await changeSession(w, session.id, endWith(session, before, first)) : null
  const row = isSplit
    ? await insertSession(w, {
        ...restOf(session),
        ...texts,
        ...series,
        group_id: w.id,
        made_by: w.me,
      })
    : await changeSession(w, session.id, { ...texts, ...series })
  if (isSplit) await copyHosts(w, session.id, row.id)
  const placed = await place(w, { row, rest, first, starts, texts })
  if (isSplit) assertMayAddSession((await countAhead(w, w.id)).sessions - 1)
  const after = { ...first, ...period, ...texts }
  const { rule } = session
  if (old === null) {
    await mailMoved(w, row, { ids: placed, date: first, after, rule, reason: wanted.reason })
  } else {
    const said = saidBy(w, wanted.reason, { ...wasOf(first, after), rule })
    await mailRest(w, row, { old, ...said })
  }
  await w.log('session_moved', { detail: texts.title ?? first.title })
}

/** A date that was moved away from its place in the series stays in it once it has begun. */
const isBefore = ({ now }: Now, one: DateRow, first: DateRow): boolean =>
  one.id !== first.id && (one.planned_at < first.planned_at || one.starts_at <= now)

function endWith({ rule }: SessionRow, before: readonly DateRow[], first: DateRow) {
  const last = Math.max(
    ...before.flatMap(({ planned_at }) => (planned_at < first.planned_at ? planned_at : [])),
    before[0]?.planned_at ?? 0,
  )
  return { rule: rule && endedAt(rule, last), extend_at: null, date_length: null }
}

const restOf = ({ title, place, link, notes, time_zone }: SessionRow) => ({
  title,
  place,
  link,
  notes,
  time_zone,
  poll_id: null,
  uid: newUid(),
})

const rhythmOfSession = ({ rule, time_zone }: SessionRow, starts_at: number) =>
  rule === null ? null : rhythmAt({ rule, time_zone }, starts_at)

type Rest = Pick<Wanted, 'first' | 'texts'> & {
  readonly row: SessionRow
  readonly rest: readonly DateRow[]
  readonly starts: ReturnType<typeof datesAt>
}

/** Makes the dates of a series out of those that there were. @returns ids of those that take place */
async function place(w: GroupWork, { row, rest, first, starts, texts }: Rest) {
  const dayOf = (at: number) => zoned(at, row.time_zone).toPlainDate().toString()
  const others = rest.filter((one) => one.id !== first.id)
  const used = new Set([first.id])
  const pairs = starts.map((start, n) => {
    const free = others.filter((one) => !used.has(one.id))
    const same =
      n === 0
        ? first
        : (free.find((one) => one.starts_at === start.starts_at) ??
          free.find((one) => dayOf(one.starts_at) === dayOf(start.starts_at)))
    if (same !== undefined) used.add(same.id)
    return { start, same }
  })
  await deleteDates(
    w,
    rest.filter((one) => !used.has(one.id)).map((one) => one.id),
  )
  await loosenDates(w, [...used])
  // Texts that become those of the session.
  const without = Object.fromEntries(Object.keys(texts).map((name) => [name, null]))
  for (const { start, same } of pairs)
    if (same !== undefined) {
      const reminded_at = same.starts_at === start.starts_at ? same.reminded_at : start.reminded_at
      await updateRow(w.db, 'game_dates', same.id, {
        ...start,
        ...without,
        reminded_at,
        session_id: row.id,
        planned_at: start.starts_at,
      })
    }
  const moved = pairs.flatMap(({ start, same }) =>
    same !== undefined && same.starts_at !== start.starts_at ? same.id : [],
  )
  await deleteAnswersOfOthers(w, moved, w.me)
  const added = await addDates(
    w,
    row,
    pairs.flatMap(({ start, same }) => (same === undefined ? start : [])),
  )
  const stayed = pairs.flatMap(({ same }) => (same?.cancelled_at === null ? same.id : []))
  return [...stayed, ...added.map((one) => one.id)]
}

/** A session with its dates, of which a caller changes one. */
type Series = {
  readonly session: SessionRow
  readonly dates: readonly DateRow[]
  readonly date: DateRow
}

/** @returns the dates of the scope that are not over */
const datesIn = (w: Now, { dates, date }: Series, scope: DateScope): DateRow[] =>
  dates.filter(
    (one) =>
      one.id === date.id ||
      (isAhead(w, one) &&
        (scope === 'all' || (scope === 'later' && one.starts_at > date.starts_at))),
  )

const changedTexts = (date: DateRow, sent: SessionTexts): Partial<SessionTexts> =>
  Object.fromEntries(
    Object.entries(sent).filter(([name, text]) => text !== date[name as keyof SessionTexts]),
  )
