import type { DatePollId } from '#contract/ids.ts'
import type { planningSchemas } from '#contract/schemas/planning.ts'
import type { Repeats } from '#contract/schemas/rhythm.ts'
import type { GameAnswer } from '#contract/sets.ts'
import type { Deps } from '../../../http/deps.ts'
import { errors } from '../../../http/errors.ts'
import type { Call } from '../../../http/serve.ts'
import { enqueueAll } from '../../../mail/outbox.ts'
import { insertLog } from '../logRepository.ts'
import { assertOwner } from '../policy.ts'
import { sessionMails } from './mails.ts'
import { endedAt } from './occurrences.ts'
import {
  assertPlanner,
  changingPlan,
  type PlanContext,
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

type Sent<Name extends keyof typeof planningSchemas> = Call<(typeof planningSchemas)[Name]>

export const choosePlanners = (deps: Deps, { params, body, memberId }: Sent<'choosePlanners'>) =>
  changingPlan(deps, params.id, memberId, async ({ tx, id, group, caller }) => {
    assertOwner(group, caller)
    await savePlanners(tx, id, body.planners)
  })

type Planned = Pick<SessionRow, 'title' | 'time_zone' | 'place' | 'link' | 'notes'> &
  Pick<DateRow, 'starts_at' | 'ends_at'> & {
    readonly repeats: Repeats | null
    readonly poll_id: DatePollId | null
  }

/** @param answer saves existing answers before mails name them */
export async function addSession(
  { tx, id, group, caller, now }: PlanContext,
  { starts_at, ends_at, repeats, ...plan }: Planned,
  answer: (first: Pick<DateRow, 'id'>) => Promise<void> = async () => undefined,
): Promise<void> {
  assertMayAddSession((await countAhead(tx, id, now)).sessions)
  const { time_zone } = plan
  const { starts, ...series } = seriesFrom({ starts_at, ends_at, time_zone }, repeats, now)
  const session = await insertSession(
    tx,
    { ...plan, ...series, group_id: id, made_by: caller, uid: newUid() },
    now,
  )
  const dates = await insertDates(tx, session.id, starts)
  for (const first of dates.slice(0, 1)) await answer(first)
  await enqueueAll(tx, await sessionMails(tx, 'session-made', session, group, caller), now)
  const detail = session.title
  await insertLog(tx, { group: id, actor: caller, kind: 'session_made', detail }, now)
}

export const planSession = (deps: Deps, { params, body, memberId }: Sent<'planSession'>) =>
  changingPlan(deps, params.id, memberId, async (context) => {
    await assertPlanner(context)
    assertZone(body.time_zone)
    const period = periodOf(body)
    assertPeriod(period, context.now)
    const { time_zone, repeats } = body
    await addSession(context, { ...whereOf(body), ...period, time_zone, repeats, poll_id: null })
    await rememberZone(context, time_zone)
  })

/**
 * Reads a date of the locked group with its session.
 * @throws Refusal 409 for a date that went before the lock: another rest of its series has no date on its day
 */
export async function readDate({ tx }: PlanContext, id: DateRow['id']) {
  const date = await findDate(tx, id)
  const session = date && (await findSession(tx, date.session_id))
  if (date === undefined || session === undefined) throw errors.dateGone()
  return { date, session }
}

/**
 * Cancels dates; past ones stay as they are.
 * @param ids dates of the session
 * @param isWhole the series ends, and gets no further dates
 */
async function cancel(
  context: PlanContext,
  session: SessionRow,
  ids: readonly DateRow['id'][],
  isWhole: boolean,
) {
  const { tx, id, group, caller, now } = context
  await cancelDates(tx, ids, now)
  const dates = await listDates(tx, session.id)
  const isLeft = dates.some((date) => date.cancelled_at === null)
  const isOver = !isLeft && (isWhole || session.extend_at === null)
  const changed = await changeSession(
    tx,
    session.id,
    { ...(isOver && { cancelled_at: now }), ...(isWhole && endOf(session, dates)) },
    now,
  )
  const isOne = ids.length === 1 && session.rule !== null && !(isWhole && session.extend_at)
  const kind = isOne
    ? 'session-date-cancelled'
    : isWhole || session.rule === null
      ? 'session-cancelled'
      : 'session-dates-cancelled'
  const mails = await sessionMails(tx, kind, changed, group, caller, { dates: ids })
  await enqueueAll(tx, mails, now)
  const detail = session.title
  await insertLog(tx, { group: id, actor: caller, kind: 'session_cancelled', detail }, now)
}

/** A series without an end gets one, with the last date that is stored. */
const endOf = ({ rule, extend_at }: SessionRow, dates: readonly DateRow[]) =>
  extend_at !== null &&
  rule !== null && { rule: endedAt(rule, dates.at(-1)?.planned_at ?? 0), extend_at: null }

export const cancelDate = (deps: Deps, { params, query, memberId }: Sent<'cancelDate'>) =>
  changingPlan(
    deps,
    (tx) => findDateGroup(tx, params.id),
    memberId,
    async (context) => {
      await assertPlanner(context)
      const { date, session } = await readDate(context, params.id)
      assertAhead(date, context.now)
      const until = Date.parse(query.until ?? '')
      const skipped = (await listDates(context.tx, session.id)).filter(
        (one) =>
          one.id === date.id ||
          (isAhead(one, context.now) && one.starts_at > date.starts_at && one.starts_at <= until),
      )
      const ids = skipped.map((one) => one.id)
      await cancel(context, session, ids, false)
    },
  )

export const cancelSession = (deps: Deps, { params, memberId }: Sent<'cancelSession'>) =>
  changingPlan(
    deps,
    (tx) => findSessionGroup(tx, params.id),
    memberId,
    async (context) => {
      const { tx, now } = context
      await assertPlanner(context)
      const session = await findSession(tx, params.id)
      const ahead = (await listDates(tx, params.id)).filter(
        (date) => date.cancelled_at === null && date.ends_at > now,
      )
      const [first] = ahead
      if (session === undefined || first === undefined) throw errors.dateGone()
      await cancel(
        context,
        session,
        ahead.map((date) => date.id),
        true,
      )
    },
  )

export const answerDate = (deps: Deps, { params, body, memberId }: Sent<'answerDate'>) =>
  changingPlan(
    deps,
    (tx) => findDateGroup(tx, params.id),
    memberId,
    async (context) => {
      const starts_at = Date.parse(body.starts_at)
      await saveAnswer(context, { id: params.id, answer: body.answer, starts_at })
      await rememberZone(context, body.time_zone)
    },
  )

type Given = Pick<DateRow, 'id' | 'starts_at'> & { readonly answer: GameAnswer }

/** @param given with the start that the caller has seen */
export async function saveAnswer(context: PlanContext, given: Given): Promise<void> {
  const { tx, id, caller, now } = context
  const { date } = await readDate(context, given.id)
  assertAhead(date, now)
  assertSameStart(date, given.starts_at)
  await saveGameAnswers(tx, id, date.id, [{ user_id: caller, answer: given.answer }], now)
}
