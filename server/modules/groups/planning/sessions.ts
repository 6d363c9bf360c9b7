import type { DatePollId } from '#contract/ids.ts'
import type { Repeats } from '#contract/planFields.ts'
import type { planningCalls } from '#contract/planning.ts'
import type { GameAnswer } from '#contract/sets.ts'
import { errors } from '../../../http/errors.ts'
import type { Call } from '../../../work/calls.ts'
import type { CallRead } from '../../../work/work.ts'
import { insertLog } from '../logRepository.ts'
import { assertOwner } from '../policy.ts'
import { sessionMails } from './mails.ts'
import { endedAt } from './occurrences.ts'
import {
  assertPlanner,
  changingPlan,
  type PlanWork,
  periodOf,
  rememberZone,
  whereOf,
} from './planChange.ts'
import {
  assertAhead,
  assertMayAddSession,
  assertPeriod,
  assertSameStart,
  assertZone,
} from './policy.ts'
import { isAhead } from './scope.ts'
import { newUid, seriesFrom } from './series.ts'
import {
  cancelDates,
  changeSession,
  countAhead,
  type DateRow,
  findDate,
  findDateGroup,
  findSession,
  findSessionGroup,
  insertDates,
  insertSession,
  listDates,
  type SessionRow,
  saveGameAnswers,
} from './sessionRepository.ts'
import { savePlanners } from './settingsRepository.ts'

type Sent<Name extends keyof typeof planningCalls> = Call<(typeof planningCalls)[Name]>

export const choosePlanners = (w: CallRead, { params, body, memberId }: Sent<'choosePlanners'>) =>
  changingPlan(w, params.id, memberId, async (w) => {
    assertOwner(w.group, w.caller)
    await savePlanners(w, w.id, body.planners)
  })

type Planned = Pick<SessionRow, 'title' | 'time_zone' | 'place' | 'link' | 'notes'> &
  Pick<DateRow, 'starts_at' | 'ends_at'> & {
    readonly repeats: Repeats | null
    readonly poll_id: DatePollId | null
  }

/** @param answer saves existing answers before mails name them */
export async function addSession(
  w: PlanWork,
  { starts_at, ends_at, repeats, ...plan }: Planned,
  answer: (first: Pick<DateRow, 'id'>) => Promise<void> = async () => undefined,
): Promise<void> {
  assertMayAddSession((await countAhead(w, w.id)).sessions)
  const { time_zone } = plan
  const { starts, ...series } = seriesFrom({ starts_at, ends_at, time_zone }, repeats, w.now)
  const session = await insertSession(w, {
    ...plan,
    ...series,
    group_id: w.id,
    made_by: w.caller,
    uid: newUid(),
  })
  const dates = await insertDates(w, session.id, starts)
  for (const first of dates.slice(0, 1)) await answer(first)
  w.mail(await sessionMails(w, 'session-made', session, w.group, w.caller))
  const detail = session.title
  await insertLog(w, { group: w.id, actor: w.caller, kind: 'session_made', detail })
}

export const planSession = (w: CallRead, { params, body, memberId }: Sent<'planSession'>) =>
  changingPlan(w, params.id, memberId, async (w) => {
    await assertPlanner(w)
    assertZone(body.time_zone)
    const period = periodOf(body)
    assertPeriod(period, w.now)
    const { time_zone, repeats } = body
    await addSession(w, { ...whereOf(body), ...period, time_zone, repeats, poll_id: null })
    await rememberZone(w, time_zone)
  })

/**
 * Reads a date of the locked group with its session.
 * @throws Refusal 409 for a date that went before the lock: another rest of its series has no date on its day
 */
export async function readDate(w: PlanWork, id: DateRow['id']) {
  const date = await findDate(w, id)
  const session = date && (await findSession(w, date.session_id))
  if (date === undefined || session === undefined) throw errors.dateGone()
  return { date, session }
}

/**
 * Cancels dates; past ones stay as they are.
 * @param ids dates of the session
 * @param isWhole the series ends, and gets no further dates
 */
async function cancel(
  w: PlanWork,
  session: SessionRow,
  ids: readonly DateRow['id'][],
  isWhole: boolean,
) {
  await cancelDates(w, ids)
  const dates = await listDates(w, session.id)
  const isLeft = dates.some((date) => date.cancelled_at === null)
  const isOver = !isLeft && (isWhole || session.extend_at === null)
  const changed = await changeSession(w, session.id, {
    ...(isOver && { cancelled_at: w.now }),
    ...(isWhole && endOf(session, dates)),
  })
  const isOne = ids.length === 1 && session.rule !== null && !(isWhole && session.extend_at)
  const kind = isOne
    ? 'session-date-cancelled'
    : isWhole || session.rule === null
      ? 'session-cancelled'
      : 'session-dates-cancelled'
  const mails = await sessionMails(w, kind, changed, w.group, w.caller, { dates: ids })
  w.mail(mails)
  const detail = session.title
  await insertLog(w, { group: w.id, actor: w.caller, kind: 'session_cancelled', detail })
}

/** A series without an end gets one, with the last date that is stored. */
const endOf = ({ rule, extend_at }: SessionRow, dates: readonly DateRow[]) =>
  extend_at !== null &&
  rule !== null && { rule: endedAt(rule, dates.at(-1)?.planned_at ?? 0), extend_at: null }

export const cancelDate = (w: CallRead, { params, query, memberId }: Sent<'cancelDate'>) =>
  changingPlan(
    w,
    (w) => findDateGroup(w, params.id),
    memberId,
    async (w) => {
      await assertPlanner(w)
      const { date, session } = await readDate(w, params.id)
      assertAhead(date, w.now)
      const until = Date.parse(query.until ?? '')
      const skipped = (await listDates(w, session.id)).filter(
        (one) =>
          one.id === date.id ||
          (isAhead(one, w.now) && one.starts_at > date.starts_at && one.starts_at <= until),
      )
      const ids = skipped.map((one) => one.id)
      await cancel(w, session, ids, false)
    },
  )

export const cancelSession = (w: CallRead, { params, memberId }: Sent<'cancelSession'>) =>
  changingPlan(
    w,
    (w) => findSessionGroup(w, params.id),
    memberId,
    async (w) => {
      await assertPlanner(w)
      const session = await findSession(w, params.id)
      const ahead = (await listDates(w, params.id)).filter(
        (date) => date.cancelled_at === null && date.ends_at > w.now,
      )
      const [first] = ahead
      if (session === undefined || first === undefined) throw errors.dateGone()
      await cancel(
        w,
        session,
        ahead.map((date) => date.id),
        true,
      )
    },
  )

export const answerDate = (w: CallRead, { params, body, memberId }: Sent<'answerDate'>) =>
  changingPlan(
    w,
    (w) => findDateGroup(w, params.id),
    memberId,
    async (w) => {
      const starts_at = Date.parse(body.starts_at)
      await saveAnswer(w, { id: params.id, answer: body.answer, starts_at })
      await rememberZone(w, body.time_zone)
    },
  )

type Given = Pick<DateRow, 'id' | 'starts_at'> & { readonly answer: GameAnswer }

/** @param given with the start that the caller has seen */
export async function saveAnswer(w: PlanWork, given: Given): Promise<void> {
  const { date } = await readDate(w, given.id)
  assertAhead(date, w.now)
  assertSameStart(date, given.starts_at)
  await saveGameAnswers(w, w.id, date.id, [{ user_id: w.caller, answer: given.answer }])
}
