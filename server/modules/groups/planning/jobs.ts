import type { GameSessionId, GroupId } from '#contract/ids.ts'
import { REPEATS_MAX } from '#contract/planFields.ts'
import { DAY_MS } from '../../../config/time.ts'
import { updateRow } from '../../../db/rows.ts'
import { makePoller } from '../../../mail/poller.ts'
import { zoneClock } from '../../../text/zoneClock.ts'
import { changing, type Opener, reading } from '../../../work/work.ts'
import type { Log } from '../../face.ts'
import type { GroupChange } from '../groupCalls.ts'
import { lockGroup } from '../repository.ts'
import {
  listDueAnnouncements,
  listDueExtensions,
  listDuePollReminders,
  listDueReminders,
  listSeries,
  readStored,
  saveExtension,
  takeAnnouncements,
  takeDueDate,
  takePollReminder,
} from './jobRepository.ts'
import { sessionOf, sessionReminders } from './mails.ts'
import { pollMails, pollReminders } from './pollMails.ts'
import {
  datesAt,
  extensionAfter,
  isEndless,
  occurrencesAfter,
  occurrencesOf,
  REMINDER_MS,
} from './series.ts'
import {
  type DateRow,
  deleteDates,
  findSession,
  insertDates,
  listDates,
  listGameAnswers,
} from './sessionRepository.ts'

/** Transactions of one run, each with one group; what is beyond a batch waits for the next call. */
const BATCH = 50
const POLL_MS = 10_000
const EXTEND_MS = 60_000

type Due<Row> = { readonly rows: readonly Row[]; readonly isStopped: () => boolean }

/**
 * Several processes may do so at once: the group is locked, and what is due is read again.
 * @param take returns how many it has done
 */
async function inGroups<Row extends { readonly group_id: GroupId }>(
  parts: Opener,
  { rows, isStopped }: Due<Row>,
  take: (w: GroupChange, row: Row) => Promise<number>,
): Promise<number> {
  let total = 0
  for (const row of rows) {
    if (isStopped()) return total
    total += await changing(parts, async (w) => {
      const group = await lockGroup(w, row.group_id)
      return group === undefined ? 0 : take(Object.assign(w, { id: row.group_id, group }), row)
    })
  }
  return total
}

const never = () => false

/** Sends one mail about all polls of a group that were made within an hour of its last one. @returns how many groups */
export async function announcePolls(parts: Opener, isStopped = never): Promise<number> {
  const rows = await listDueAnnouncements(reading(parts), BATCH)
  return inGroups(parts, { rows, isStopped }, async (w) => {
    const polls = await takeAnnouncements(w, w.id)
    if (polls.length === 0) return 0
    const { members } = w.group
    const others = members.filter((member) => polls.some(({ made_by }) => made_by !== member))
    w.mail(others, pollMails.of('poll-made', { polls: polls.map(({ id }) => id).join() }))
    return 1
  })
}

/** Reminds members who have not answered before a poll closes. @returns how many polls */
export async function remindOfPolls(parts: Opener, isStopped = never): Promise<number> {
  const rows = await listDuePollReminders(reading(parts), BATCH)
  return inGroups(parts, { rows, isStopped }, async (w, { id }) => {
    const due = await takePollReminder(w, id)
    if (due === undefined) return 0
    const waiting = w.group.members.filter((member) => !due.answered.has(member))
    const about = { polls: String(id), closes: due.closes_at }
    w.mail(waiting, pollReminders.of('poll-reminder', about))
    return 1
  })
}

export function makePollAnnouncer(parts: Opener, log: Log) {
  const poller = makePoller(
    POLL_MS,
    async () => {
      const announced = await announcePolls(parts, poller.isStopped)
      const reminded = await remindOfPolls(parts, poller.isStopped)
      if (announced + reminded > 0)
        log.info({ announced, reminded }, 'members got mails about date polls')
    },
    (error) => log.error({ err: error }, 'mails about date polls could not be enqueued'),
  )
  return poller
}

/** Reminds members a day before a session. @returns number of dates */
export async function remindOfSessions(parts: Opener, isStopped = never): Promise<number> {
  const rows = await listDueReminders(reading(parts), REMINDER_MS, BATCH)
  return inGroups(parts, { rows, isStopped }, async (w, { id }) => {
    const due = await takeDueDate(w, id, REMINDER_MS)
    if (due === undefined) return 0
    const { session, date, absent } = due
    const about = { ...sessionOf(session, [date.id]), starts: date.starts_at }
    w.mail(
      w.group.members.filter((member) => !absent.has(member)),
      sessionReminders.of('session-reminder', about),
    )
    return 1
  })
}

export function makeReminder(parts: Opener, log: Log) {
  const poller = makePoller(
    POLL_MS,
    async () => {
      const dates = await remindOfSessions(parts, poller.isStopped)
      if (dates > 0) log.info({ dates }, 'members were reminded of sessions')
    },
    (error) => log.error({ err: error }, 'members could not be reminded of sessions'),
  )
  return poller
}

/**
 * Adds the next dates to series without an end. No mail is sent, because the rule in calendars has no end either.
 * @returns number of dates
 */
export async function extendSeries(parts: Opener, isStopped = never): Promise<number> {
  const rows = await listDueExtensions(reading(parts), BATCH)
  return inGroups(parts, { rows, isStopped }, async (w, { id }) => {
    const session = await findSession(w, id)
    if (session === undefined) return 0
    const { extend_at, date_length, cancelled_at } = session
    if (extend_at === null || extend_at > w.now || date_length === null) return 0
    if (cancelled_at !== null) return 0
    await saveExtension(w, id, extensionAfter(w.now))
    const { first, last, ahead } = await readStored(w, id)
    if (first === null || last === null) return 0
    const starts = occurrencesAfter({ ...session, starts_at: first }, last, w.now)
      .filter((start) => start > w.now)
      .slice(0, Math.max(0, REPEATS_MAX - ahead))
    await insertDates(
      w,
      id,
      starts.map((start) => datesAt(start, date_length, w.now)),
    )
    if (starts.length > 0) w.publish(w.group.members, { kind: 'group', subject: w.id })
    return starts.length
  })
}

export function makeExtender(parts: Opener, log: Log) {
  let isMended = false
  const poller = makePoller(
    EXTEND_MS,
    async () => {
      if (!isMended) await mendSeries(parts)
      isMended = true
      const dates = await extendSeries(parts, poller.isStopped)
      if (dates > 0) log.info({ dates }, 'series without an end have their next dates')
    },
    (error) => log.error({ err: error }, 'series without an end could not be extended'),
  )
  return poller
}

/** Series that are read at a time. */
const SERIES_BATCH = 500
const TEXTS = ['title', 'place', 'link', 'notes'] as const
/** A rule may have its next date so much later. */
const NEXT_MS = 300 * DAY_MS

/**
 * Adds the dates that series of earlier versions lack because the clocks skip their time, and takes away what those
 * versions added at the end instead, unless members have answered it, host it or wrote on it. No mail is sent.
 */
export async function mendSeries(parts: Opener): Promise<void> {
  const w = reading(parts)
  for (let after = 0, isMore = true; isMore; ) {
    const found = await listSeries(w, after, SERIES_BATCH)
    isMore = found.length === SERIES_BATCH
    after = found.at(-1)?.id ?? after
    for (const row of found) {
      const { first, last } = await readStored(w, row.id)
      if (first === null || last === null) continue
      if (zoneClock(row.time_zone, first, last + NEXT_MS).isEverSkipped(first))
        await inGroups(parts, { rows: [row], isStopped: never }, (w, { id }) => mend(w, id))
    }
  }
}

async function mend(w: GroupChange, id: GameSessionId): Promise<number> {
  const session = await findSession(w, id)
  const dates = await listDates(w, id)
  const { now } = w
  const [first, last] = [dates[0], dates.at(-1)]
  if (!session?.rule || session.cancelled_at !== null || !first || !last) return 0
  const series = { ...session, starts_at: first.planned_at }
  const starts = isEndless(session.rule)
    ? occurrencesAfter(series, first.planned_at, now).filter((at) => at < last.planned_at)
    : occurrencesOf(series, now)
  const { skippedBefore } = zoneClock(session.time_zone, first.planned_at, starts.at(-1) ?? now)
  const missing = starts.filter(
    (at) =>
      at > now &&
      skippedBefore(at, first.planned_at) > 0 &&
      dates.every(({ planned_at }) => planned_at !== at),
  )
  const end = /COUNT=/.test(session.rule) ? (starts.at(-1) ?? last.planned_at) : last.planned_at
  // Zones change their rules, which moves times by hours: that is no further date.
  const added = dates.filter(({ planned_at }) => planned_at > end + DAY_MS / 2)
  if (missing.length + added.length === 0) return 0
  const ids = added.map((date) => date.id)
  const answered = new Set((await listGameAnswers(w, ids)).map(({ date_id }) => date_id))
  const isUsed = (date: DateRow) =>
    answered.has(date.id) ||
    date.host_id !== null ||
    date.starts_at <= now ||
    date.starts_at !== date.planned_at ||
    TEXTS.some((name) => date[name] !== session[name])
  const kept = added.findLastIndex(isUsed) + 1
  await deleteDates(w, ids.slice(kept))
  const length = session.date_length ?? first.ends_at - first.starts_at
  await insertDates(
    w,
    id,
    missing.map((start) => datesAt(start, length, now)),
  )
  const rule = session.rule.replace(
    /COUNT=(\d+)/,
    (_, count) => `COUNT=${Math.min(REPEATS_MAX, Number(count) + kept)}`,
  )
  // The sequence stays, since no mail is sent: calendar links have a later stamp.
  await updateRow(w.db, 'game_sessions', id, { rule, stamped_at: now })
  w.publish(w.group.members, { kind: 'group', subject: w.id })
  return 1
}
