import type { MemberId } from '#contract/ids.ts'
import type { planningCalls } from '#contract/planning.ts'
import type { DateScope } from '#contract/sets.ts'
import type { HasDb } from '../../../db/schema.ts'
import type { Deps } from '../../../http/deps.ts'
import { errors, refusal } from '../../../http/errors.ts'
import type { Call } from '../../../work/calls.ts'
import { insertLog } from '../logRepository.ts'
import { changeRest } from './changeRest.ts'
import { sessionMails } from './mails.ts'
import { assertPlanner, changingPlan, type PlanWork, periodOf, whereOf } from './planChange.ts'
import { assertAhead, assertNewest, assertPeriod } from './policy.ts'
import { changedTexts, datesIn, isAhead, movesOf } from './scope.ts'
import { remindedAt } from './series.ts'
import {
  changeSession,
  changeTexts,
  type DateRow,
  deleteAnswersOfOthers,
  findDateGroup,
  keepText,
  listDates,
  moveDate,
  type SessionRow,
  type SessionTexts,
} from './sessionRepository.ts'
import { readDate } from './sessions.ts'

type Sent = Call<(typeof planningCalls)['changeDate']>

/** Callers of earlier versions send no scope: their form says that times are of one date, and texts of all. */
export const changeDate = (deps: Deps, { params, body, memberId }: Sent) =>
  changingPlan(
    deps,
    (w) => findDateGroup(w, params.id),
    memberId,
    async (w) => {
      const { date, session } = await readDate(w, params.id)
      const period = periodOf(body)
      const texts = changedTexts(date, whereOf(body))
      if (!isOfHost(date, w.caller, body.scope, period, texts)) await assertPlanner(w)
      assertAhead(date, w.now)
      assertNewest(session, body.sequence)
      const dates = await listDates(w, session.id)
      const rest = restIn(session, dates, date, { ...body, ...period }, w.now)
      if (rest !== null) return changeRest(w, session, dates, { ...rest, texts })
      const moved = await move(w, session, datesIn(body.scope ?? 'this', dates, date, w.now), {
        date,
        first: dates[0]?.planned_at ?? date.planned_at,
        ...period,
      })
      const isWorded = Object.keys(texts).length > 0
      const worded = isWorded ? datesIn(body.scope ?? 'all', dates, date, w.now) : []
      const ofSession = isWorded
        ? await word(w, session, dates, worded, texts, body.scope === 'this')
        : {}
      const changed = await changeSession(w, session.id, ofSession)
      const about = dates.filter(
        (one) => one.id === date.id || moved.includes(one.id) || worded.includes(one),
      )
      const named = { dates: about.map((one) => one.id) }
      const mails = await sessionMails(w, 'session-moved', changed, w.group, w.caller, named)
      w.mail(mails)
      const detail = texts.title ?? date.title
      await insertLog(w, { group: w.id, actor: w.caller, kind: 'session_moved', detail })
    },
  )

/** The member who hosts a date says where it is, and what to know about it. */
const isOfHost = (
  date: DateRow,
  caller: MemberId,
  scope: DateScope | undefined,
  { starts_at, ends_at }: Period,
  texts: Partial<SessionTexts>,
): boolean =>
  date.host_id === caller &&
  scope === 'this' &&
  starts_at === date.starts_at &&
  ends_at === date.ends_at &&
  texts.title === undefined &&
  texts.link === undefined

type Asked = Period & Pick<Sent['body'], 'scope' | 'repeats'>

/**
 * What becomes a series of its own: a rest with another rhythm, or with other times if the series has no end, since
 * its dates to come are stored nowhere.
 */
function restIn(
  { extend_at, time_zone }: SessionRow,
  dates: readonly DateRow[],
  date: DateRow,
  { scope = 'this', repeats, ...period }: Asked,
  now: number,
) {
  if (repeats !== undefined) {
    if (scope !== 'later') throw errors.invalid('scope')
    assertNewPeriod(period, date, now)
    return { first: date, period, repeats }
  }
  if (extend_at === null || scope === 'this') return null
  const wanted = datesIn(scope, dates, date, now).filter(
    (one) => one.id === date.id || one.starts_at > now,
  )
  const [first = date] = wanted.toSorted((a, b) => a.planned_at - b.planned_at)
  const moved = movesOf([first], date, period, {
    timeZone: time_zone,
    first: dates[0]?.planned_at ?? first.planned_at,
  })[0]
  if (moved === undefined) return null
  assertNewPeriod(period, date, now)
  assertNewPeriod(moved, first, now)
  return { first, period: moved, repeats }
}

/** A start that stays may have come. */
function assertNewPeriod(period: Period, before: Period, now: number): void {
  assertPeriod(period, period.starts_at === before.starts_at ? before.starts_at - 1 : now)
}

type Period = Pick<DateRow, 'starts_at' | 'ends_at'>
type Named = Period & { readonly date: DateRow; readonly first: number }

/** Moves dates; one that has begun stays, unless it is the named one. @returns ids of the moved ones */
async function move(
  w: PlanWork,
  { time_zone }: SessionRow,
  dates: readonly DateRow[],
  { date, first, ...period }: Named,
) {
  const isFirstToMove = period.starts_at !== date.starts_at
  const movable = dates.filter((one) => one.id === date.id || one.starts_at > w.now)
  if (isFirstToMove || period.ends_at !== date.ends_at)
    assertPeriod(period, isFirstToMove ? w.now : date.starts_at - 1)
  const moves = movesOf(movable, date, period, { timeZone: time_zone, first })
  for (const { id, isMoved, starts_at, ends_at } of moves) {
    if (isMoved && starts_at <= w.now) throw refusal(400, 'not_ahead', { attr: 'starts_at' })
    const before = movable.find((one) => one.id === id)
    const reminded_at = isMoved ? remindedAt(starts_at, w.now) : (before?.reminded_at ?? null)
    await moveDate(w, id, { starts_at, ends_at, reminded_at })
  }
  const ids = moves.map(({ id }) => id)
  if (isFirstToMove) await deleteAnswersOfOthers(w, ids, w.caller)
  return ids
}

/**
 * Gives some dates texts of their own. Texts of all dates ahead become the session's, and the dates that are over keep
 * theirs; so do texts of the rest of a series without an end, which has dates that are not stored yet.
 * @param isOfOne the texts are of one date alone
 * @returns the change of the session
 */
async function word(
  w: PlanWork,
  session: SessionRow,
  dates: readonly DateRow[],
  worded: readonly DateRow[],
  texts: Partial<SessionTexts>,
  isOfOne: boolean,
): Promise<Partial<SessionTexts>> {
  const ids = worded.map(({ id }) => id)
  const rest = dates.filter((one) => !worded.includes(one))
  const isOwn = session.extend_at === null ? rest.some((one) => isAhead(one, w.now)) : isOfOne
  if (isOwn) {
    await changeTexts(w, ids, texts)
    return {}
  }
  const ofSession = await placeHosted(w, worded, texts)
  for (const name of Object.keys(ofSession) as (keyof SessionTexts)[]) {
    await keepText(
      w,
      rest.map(({ id }) => id),
      name,
      session[name],
    )
    const inheriting = name === 'place' ? worded.filter(isUnhosted).map(({ id }) => id) : ids
    await changeTexts(w, inheriting, { [name]: null })
  }
  return ofSession
}

const isUnhosted = ({ host_id }: DateRow): boolean => host_id === null

/** The place of a hosted date is its own, since it goes with the host. @returns the other texts */
async function placeHosted(
  w: HasDb,
  worded: readonly DateRow[],
  texts: Partial<SessionTexts>,
): Promise<Partial<SessionTexts>> {
  const { place, ...others } = texts
  const hosted = worded.filter((one) => !isUnhosted(one)).map(({ id }) => id)
  if (place === undefined || hosted.length === 0) return texts
  await changeTexts(w, hosted, { place })
  return hosted.length === worded.length ? others : texts
}
