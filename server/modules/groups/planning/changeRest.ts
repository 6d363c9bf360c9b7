import type { Repeats } from '#contract/schemas/rhythm.ts'
import { refusal } from '../../../http/errors.ts'
import { enqueueAll } from '../../../mail/outbox.ts'
import { insertLog } from '../logRepository.ts'
import { sessionMails } from './mails.ts'
import { endedAt, isStartOf, rhythmOf, zoned } from './occurrences.ts'
import type { PlanContext } from './planChange.ts'
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
  context: PlanContext,
  session: SessionRow,
  dates: readonly DateRow[],
  wanted: Wanted,
): Promise<void> {
  const { tx, id, group, caller, now } = context
  const { first, period, texts } = wanted
  const { time_zone } = session
  const { starts, ...series } = seriesFrom(
    { ...period, time_zone },
    wanted.repeats === undefined ? rhythmFrom(session, period.starts_at) : wanted.repeats,
    now,
  )
  const before = dates.filter((one) => isBefore(one, first, now))
  const isSplit = before.some(({ cancelled_at }) => cancelled_at === null)
  const rest = isSplit ? dates.filter((one) => !before.includes(one)) : dates
  const old = isSplit
    ? await changeSession(tx, session.id, endWith(session, before, first), now)
    : null
  const row = isSplit
    ? await insertSession(
        tx,
        { ...restOf(session), ...texts, ...series, group_id: id, made_by: caller },
        now,
      )
    : await changeSession(tx, session.id, { ...texts, ...series }, now)
  const placed = await place(context, { row, rest, first, starts, texts })
  if (isSplit) assertMayAddSession((await countAhead(tx, id, now)).sessions - 1)
  const mails =
    old === null
      ? await sessionMails(tx, 'session-moved', row, group, caller, { dates: placed })
      : await restMails(tx, old, row, group, caller)
  await enqueueAll(tx, mails, now)
  const detail = texts.title ?? first.title
  await insertLog(tx, { group: id, actor: caller, kind: 'session_moved', detail }, now)
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
async function place({ tx, caller }: PlanContext, { row, rest, first, starts, texts }: Rest) {
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
    tx,
    rest.filter((one) => !used.has(one.id)).map((one) => one.id),
  )
  await loosenDates(tx, [...used])
  const without = Object.keys(texts) as (keyof SessionTexts)[]
  for (const { start, same } of pairs)
    if (same !== undefined) {
      const reminded_at = same.starts_at === start.starts_at ? same.reminded_at : start.reminded_at
      await placeDate(tx, same.id, { ...start, reminded_at, session_id: row.id, without })
    }
  const moved = pairs.flatMap(({ start, same }) =>
    same !== undefined && same.starts_at !== start.starts_at ? same.id : [],
  )
  await deleteAnswersOfOthers(tx, moved, caller)
  const added = await insertDates(
    tx,
    row.id,
    pairs.flatMap(({ start, same }) => (same === undefined ? start : [])),
  )
  const stayed = pairs.flatMap(({ same }) => (same?.cancelled_at === null ? same.id : []))
  return [...stayed, ...added.map((one) => one.id)]
}
