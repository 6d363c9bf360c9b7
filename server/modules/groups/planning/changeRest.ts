import type { Repeats } from '#contract/planFields.ts'
import { refusal } from '../../../http/errors.ts'
import { insertLog } from '../logRepository.ts'
import { sessionMails } from './mails.ts'
import { endedAt, isStartOf, rhythmOf, zoned } from './occurrences.ts'
import type { PlanWork } from './planChange.ts'
import { assertMayAddSession } from './policy.ts'
import { restMails } from './restMails.ts'
import { deleteDates, loosenDates, placeDate } from './restRepository.ts'
import { newUid, seriesFrom } from './series.ts'
import {
  changeSession,
  countAhead,
  type DateRow,
  deleteAnswersOfOthers,
  insertDates,
  insertSession,
  type SessionRow,
  type SessionTexts,
} from './sessionRepository.ts'

type Period = Pick<DateRow, 'starts_at' | 'ends_at'>
type Wanted = {
  /** The date from which on the series is another one. */
  readonly first: DateRow
  readonly period: Period
  /** Missing: the rhythm of before. */
  readonly repeats: Repeats | null | undefined
  readonly texts: Partial<SessionTexts>
}

/**
 * Changes a series from one of its dates on. What was before it ends there, and the rest is a session of its own, so
 * that calendars keep both; without any date before, the session itself is changed. A date stays the same one, with its
 * answers, host and own texts, if the new series has a date on its day.
 */
export async function changeRest(
  w: PlanWork,
  session: SessionRow,
  dates: readonly DateRow[],
  wanted: Wanted,
): Promise<void> {
  const { first, period, texts } = wanted
  const { time_zone } = session
  const { starts, ...series } = seriesFrom(
    { ...period, time_zone },
    wanted.repeats === undefined ? rhythmFrom(session, period.starts_at) : wanted.repeats,
    w.now,
  )
  const before = dates.filter((one) => isBefore(one, first, w.now))
  const isSplit = before.some(({ cancelled_at }) => cancelled_at === null)
  const rest = isSplit ? dates.filter((one) => !before.includes(one)) : dates
  const old = isSplit ? await changeSession(w, session.id, endWith(session, before, first)) : null
  const row = isSplit
    ? await insertSession(w, {
        ...restOf(session),
        ...texts,
        ...series,
        group_id: w.id,
        made_by: w.caller,
      })
    : await changeSession(w, session.id, { ...texts, ...series })
  const placed = await place(w, { row, rest, first, starts, texts })
  if (isSplit) assertMayAddSession((await countAhead(w, w.id)).sessions - 1)
  const mails =
    old === null
      ? await sessionMails(w, 'session-moved', row, w.group, w.caller, { dates: placed })
      : await restMails(w, old, row, w.group, w.caller)
  w.mail(mails)
  const detail = texts.title ?? first.title
  await insertLog(w, { group: w.id, actor: w.caller, kind: 'session_moved', detail })
}

/** A date that was moved away from its place in the series stays in it once it has begun. */
const isBefore = (one: DateRow, first: DateRow, now: number): boolean =>
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

/** The rhythm of a series that moves: one that is on a single day follows the new start. */
function rhythmFrom({ rule, time_zone }: SessionRow, starts_at: number): Repeats | null {
  if (rule === null) return null
  const { weekdays, weeks, ...rhythm } = rhythmOf(rule)
  if (isStartOf(rule, { starts_at, time_zone }))
    return { ...rhythm, ...(weekdays && { weekdays }), ...(weeks && { weeks }) }
  if ((weekdays?.length ?? 1) > 1 || (weeks?.length ?? 1) > 1)
    throw refusal(400, 'start_not_in_rule', { attr: 'starts_at' })
  return rhythm
}

type Rest = Pick<Wanted, 'first' | 'texts'> & {
  readonly row: SessionRow
  readonly rest: readonly DateRow[]
  readonly starts: ReturnType<typeof seriesFrom>['starts']
}

/** Makes the dates of a series out of those that there were. @returns ids of those that take place */
async function place(w: PlanWork, { row, rest, first, starts, texts }: Rest) {
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
  const without = Object.keys(texts) as (keyof SessionTexts)[]
  for (const { start, same } of pairs)
    if (same !== undefined) {
      const reminded_at = same.starts_at === start.starts_at ? same.reminded_at : start.reminded_at
      await placeDate(w, same.id, { ...start, reminded_at, session_id: row.id, without })
    }
  const moved = pairs.flatMap(({ start, same }) =>
    same !== undefined && same.starts_at !== start.starts_at ? same.id : [],
  )
  await deleteAnswersOfOthers(w, moved, w.caller)
  const added = await insertDates(
    w,
    row.id,
    pairs.flatMap(({ start, same }) => (same === undefined ? start : [])),
  )
  const stayed = pairs.flatMap(({ same }) => (same?.cancelled_at === null ? same.id : []))
  return [...stayed, ...added.map((one) => one.id)]
}
