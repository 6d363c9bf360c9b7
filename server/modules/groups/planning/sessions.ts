import type { DatePollId, MemberId } from '#contract/ids.ts'
import type { Repeats } from '#contract/planFields.ts'
import type { GameAnswer } from '#contract/sets.ts'
import { updateRow } from '../../../db/rows.ts'
import { errors } from '../../../http/errors.ts'
import { endedAt, newUid, seriesFrom } from '../../../work/series.ts'
import type { GroupWork } from '../groupCalls.ts'
import { saveTimeZone } from '../repository.ts'
import { mailCancelled, mailRestored } from './dateMails.ts'
import { mailOthers, saidBy, sessionMails, sessionOf } from './mails.ts'
import { itself, MAILING, ofPlan, type PlanRoute, periodOf, type Sent, whereOf } from './plan.ts'
import {
  assertAhead,
  assertMayAddSession,
  assertMayHost,
  assertPeriod,
  assertSameStart,
  assertZone,
  mayPlan,
} from './policy.ts'
import { datesAt, isAhead, remindedAt } from './series.ts'
import {
  addDates,
  cancelDates,
  changeSession,
  countAhead,
  type DateRow,
  findDate,
  findDateGroup,
  findSession,
  findSessionGroup,
  insertSession,
  listDates,
  listGameAnswers,
  type SessionRow,
  saveGameAnswers,
  saveHost,
  saveHosts,
} from './sessionRepository.ts'

export function sessionRoutes(route: PlanRoute): void {
  route('choosePlanners', choosePlanners)
  route('planSession', planSession, MAILING)
  route('cancelDate', cancelDate, MAILING)
  route('restoreDate', restoreDate, MAILING)
  route('hostDate', hostDate, MAILING)
  route('cancelSession', cancelSession, MAILING)
  route('answerDate', answerDate)
  route('answerSession', answerSession)
}

const choosePlanners = ofPlan('owner', itself, async (w, { body }: Sent<'choosePlanners'>) => {
  const { planners } = body
  await updateRow(w.db, 'groups', w.id, { planners })
  Object.assign(w.group, { planners })
})

type Planned = Pick<SessionRow, 'title' | 'time_zone' | 'place' | 'link' | 'notes'> &
  Pick<DateRow, 'starts_at' | 'ends_at'> & {
    readonly repeats: Repeats | null
    readonly poll_id: DatePollId | null
    readonly hosts?: readonly MemberId[] | undefined
  }

/**
 * Answers are there before mails name them.
 * @param coming to all dates, besides their hosts
 */
export async function addSession(
  w: GroupWork,
  { starts_at, ends_at, repeats, hosts = [], ...plan }: Planned,
  coming: readonly MemberId[] = [],
): Promise<Pick<DateRow, 'id'>[]> {
  assertMayAddSession((await countAhead(w, w.id)).sessions)
  const { time_zone } = plan
  const { starts, ...series } = seriesFrom(w, { starts_at, ends_at, time_zone }, repeats)
  const session = await insertSession(w, {
    ...plan,
    ...series,
    group_id: w.id,
    made_by: w.me,
    uid: newUid(),
  })
  const ids = { session_id: session.id, group_id: w.id }
  const turns = [...new Set(hosts)].map((user_id, position) => ({ ...ids, user_id, position }))
  await saveHosts(w.db, turns)
  const dates = await addDates(w, session, datesAt(w, starts, ends_at - starts_at), coming)
  mailOthers(w, sessionMails.of('session-made', { ...sessionOf(session), ...saidBy(w) }))
  await w.log('session_made', { detail: session.title })
  return dates
}

const planSession = ofPlan('planner', itself, async (w, { body }: Sent<'planSession'>) => {
  assertZone(body.time_zone)
  const period = periodOf(body)
  assertPeriod(w, period)
  const { time_zone, repeats, hosts } = body
  if (hosts?.some((host) => !w.group.active.includes(host))) throw errors.invalidChoice('hosts')
  const plan = { ...whereOf(body), ...period, time_zone, repeats, hosts, poll_id: null }
  await addSession(w, plan, [w.me])
  await saveTimeZone(w, time_zone)
})

/**
 * Reads a date of the locked group with its session.
 * @throws Refusal 409 for a date that went before the lock: another rest of its series has no date on its day
 */
export async function readDate(w: GroupWork, id: DateRow['id']) {
  const date = await findDate(w, id)
  const session = date && (await findSession(w, date.session_id))
  if (date === undefined || session === undefined) throw errors.dateGone()
  return { date, session }
}

type Cancelled = {
  readonly session: SessionRow
  readonly ids: readonly DateRow['id'][]
  /** The series ends, and gets no further dates. */
  readonly isWhole: boolean
  readonly reason: string | undefined
}

/** Cancels dates of a session; past ones stay as they are. */
async function cancel(w: GroupWork, { session, ids, isWhole, reason }: Cancelled) {
  await cancelDates(w, ids)
  const dates = await listDates(w, session.id)
  const isLeft = dates.some((date) => date.cancelled_at === null)
  const isOver = !isLeft && (isWhole || session.extend_at === null)
  const changed = await changeSession(w, session.id, {
    ...(isOver && { cancelled_at: w.now }),
    ...(isWhole && endOf(session, dates)),
  })
  await mailCancelled(w, changed, { ids, reason })
  await w.log('session_cancelled', { detail: session.title })
}

/** A series without an end gets one, with the last date that is stored. */
const endOf = ({ rule, extend_at }: SessionRow, dates: readonly DateRow[]) =>
  extend_at !== null &&
  rule !== null && { rule: endedAt(rule, dates.at(-1)?.planned_at ?? 0), extend_at: null }

const cancelDate = ofPlan(
  'planner',
  findDateGroup,
  async (w, { params, query }: Sent<'cancelDate'>) => {
    const { date, session } = await readDate(w, params.id)
    assertAhead(w, date)
    const until = Date.parse(query.until ?? '')
    const skipped = (await listDates(w, session.id)).filter(
      (one) =>
        one.id === date.id ||
        (isAhead(w, one) && one.starts_at > date.starts_at && one.starts_at <= until),
    )
    const ids = skipped.map(({ id }) => id)
    await cancel(w, { session, ids, isWhole: false, reason: query.reason })
  },
)

const cancelSession = ofPlan(
  'planner',
  findSessionGroup,
  async (w, { params, query }: Sent<'cancelSession'>) => {
    const session = await findSession(w, params.id)
    const ahead = (await listDates(w, params.id)).filter((date) => isAhead(w, date))
    if (session === undefined || ahead.length === 0) throw errors.dateGone()
    const ids = ahead.map(({ id }) => id)
    await cancel(w, { session, ids, isWhole: true, reason: query.reason })
  },
)

/** Puts a skipped date of a series back, with the answers that it had. */
const restoreDate = ofPlan('planner', findDateGroup, async (w, { params }: Sent<'restoreDate'>) => {
  const { date, session } = await readDate(w, params.id)
  const isSkipped = date.cancelled_at !== null && session.cancelled_at === null
  const dates = await listDates(w, session.id)
  const goesOn = session.extend_at !== null || dates.some((one) => isAhead(w, one))
  if (!isSkipped || session.rule === null || !goesOn) throw errors.dateGone()
  assertAhead(w, { ...date, cancelled_at: null })
  const reminded_at = remindedAt(w, date.starts_at)
  await updateRow(w.db, 'game_dates', date.id, { cancelled_at: null, reminded_at })
  assertMayAddSession((await countAhead(w, w.id)).sessions - 1)
  const changed = await changeSession(w, session.id, {})
  await mailRestored(w, changed, date.id)
  await w.log('session_restored', { detail: date.title })
})

/**
 * Says at whose place the group meets: the host comes, unless an answer says otherwise. Calendars learn of it with the next change or fetch: a mail to all members would be
 * one for each date that the group meets in turn. Only a member who is asked by a planner gets one.
 */
const hostDate = ofPlan(
  'member',
  findDateGroup,
  async (w, { params, body: { member_id: wanted } }: Sent<'hostDate'>) => {
    const { date, session } = await readDate(w, params.id)
    if (!mayPlan(w.group, w.me)) assertMayHost(date, w.me, wanted)
    assertAhead(w, date)
    if (wanted !== null && !w.group.active.includes(wanted)) throw errors.invalidChoice('member_id')
    if (wanted === date.host_id) return
    await saveHost(w, date, wanted)
    if (wanted === null) return
    const answers = await listGameAnswers(w, [date.id])
    if (wanted === w.me || !answers.some(({ user_id }) => user_id === wanted))
      await saveGameAnswers(w, [{ date_id: date.id, user_id: wanted, answer: 'coming' }])
    if (wanted === w.me) return
    const about = { ...sessionOf(session, [date.id]), starts: date.starts_at }
    w.mail([wanted], sessionMails.of('session-host', about))
  },
)

const answerDate = ofPlan(
  'member',
  findDateGroup,
  async (w, { params, body }: Sent<'answerDate'>) => {
    const starts_at = Date.parse(body.starts_at)
    await saveAnswer(w, { id: params.id, answer: body.answer, starts_at })
    await saveTimeZone(w, body.time_zone)
  },
)

const answerSession = ofPlan(
  'member',
  findSessionGroup,
  async (w, { params, body: { dates, answer, time_zone } }: Sent<'answerSession'>) => {
    for (const { id, starts_at } of dates) {
      const date = await saveAnswer(w, { id, answer, starts_at: Date.parse(starts_at) })
      // Another session may be one of another group.
      if (date.session_id !== params.id) throw errors.dateGone()
    }
    await saveTimeZone(w, time_zone)
  },
)

type Given = Pick<DateRow, 'id' | 'starts_at'> & { readonly answer: GameAnswer }

/** @param given with the start that the caller has seen */
export async function saveAnswer(w: GroupWork, given: Given): Promise<DateRow> {
  const { date } = await readDate(w, given.id)
  assertAhead(w, date)
  assertSameStart(date, given.starts_at)
  await saveGameAnswers(w, [{ date_id: date.id, user_id: w.me, answer: given.answer }])
  return date
}
