import type { DatePollId, GameDateId, GroupId, MemberId } from '#contract/ids.ts'
import { HOUR_MS } from '../../../config/time.ts'
import { type Read, updateRow } from '../../../db/rows.ts'
import { idsOf, isOneOf } from '../../../db/search.ts'
import { makePoller, type Poller } from '../../../mail/poller.ts'
import { changing, type Opener, reading } from '../../../work/work.ts'
import type { Log } from '../../face.ts'
import type { GroupChange } from '../groupCalls.ts'
import { lockGroup } from '../repository.ts'
import { sessionOf, sessionReminders } from './mails.ts'
import { pollMails, pollReminders } from './pollMails.ts'
import type { PollRow } from './pollRepository.ts'
import { REMINDER_MS } from './series.ts'
import { findSession } from './sessionRepository.ts'

/** Transactions of one run, each with one group; what is beyond a batch waits for the next call. */
const BATCH = 50

const POLL_MS = 10_000

const never = () => false

/**
 * Several processes may do so at once: the group is locked, and what is due is read again.
 * @param change returns how many it has done
 * @returns does it for one batch, and returns how many
 */
export const inGroups =
  <Row extends { readonly group_id: GroupId }, Taken>(
    { list, take }: Due<Row, Taken>,
    change: (w: GroupChange, taken: Taken) => number | Promise<number>,
  ) =>
  async (parts: Opener, isStopped = never): Promise<number> => {
    let total = 0
    for (const row of await list(reading(parts), BATCH)) {
      if (isStopped()) return total
      total += await changing(parts, async (w) => {
        const group = await lockGroup(w, row.group_id)
        const taken = group && (await take(w, row))
        if (group === undefined || taken === undefined) return 0
        return change(Object.assign(w, { id: row.group_id, group }), taken)
      })
    }
    return total
  }

/** What is due: read without a lock, and taken under the lock of its group. */
type Due<Row, Taken> = {
  readonly list: (w: Read, limit: number) => Promise<readonly Row[]>
  /** @returns undefined if another process was quicker, or the row has changed */
  readonly take: (w: Read, row: Row) => Promise<Taken | undefined>
}

/* When members get mails about polls. A change locks the group first; see `lockGroup`. */

type Announcement = Pick<PollRow, 'announce_at' | 'announced_at'>

/** A new poll is announced now, or together with the other ones an hour after the last mail of the group. */
export async function announcementOf(w: Read, group: GroupId): Promise<Announcement> {
  const { waiting, last } = await w.db
    .selectFrom('date_polls')
    .select(({ fn }) => [fn.max('announce_at').as('waiting'), fn.max('announced_at').as('last')])
    .where('group_id', '=', group)
    .executeTakeFirstOrThrow()
  if (waiting !== null) return { announce_at: waiting, announced_at: null }
  if (last !== null && last > w.now - HOUR_MS)
    return { announce_at: last + HOUR_MS, announced_at: null }
  return { announce_at: null, announced_at: w.now }
}

/** Groups whose polls wait for a mail. They wait no longer, and the open ones are announced. */
const dueAnnouncements = {
  list: (w: Read, limit: number) =>
    w.db
      .selectFrom('date_polls')
      .select('group_id')
      .distinct()
      .where('announce_at', '<=', w.now)
      .orderBy('group_id')
      .limit(limit)
      .execute(),
  async take(w: Read, { group_id }: { readonly group_id: GroupId }) {
    const waiting = await w.db
      .updateTable('date_polls')
      .set({ announce_at: null })
      .where('group_id', '=', group_id)
      .where('announce_at', '<=', w.now)
      .returning(['id', 'made_by', 'state'])
      .execute()
    const open = waiting.filter(({ state }) => state === 'open')
    const ids = idsOf(open)
    await w.db
      .updateTable('date_polls')
      .set({ announced_at: w.now })
      .where(isOneOf(w.db, 'id', ids))
      .execute()
    return open.length === 0 ? undefined : open
  },
}

const closingPolls = (w: Read) =>
  w.db
    .selectFrom('date_polls')
    .where('remind_at', '<=', w.now)
    .where('closes_at', '>', w.now)
    .where('state', '=', 'open')

/** Polls whose members are reminded; with those who need no reminder. */
const duePollReminders = {
  list: (w: Read, limit: number) =>
    closingPolls(w)
      .select(['id', 'group_id'])
      .orderBy('remind_at')
      .orderBy('id')
      .limit(limit)
      .execute(),
  async take(w: Read, { id }: Of<DatePollId>) {
    const poll = await closingPolls(w).select('closes_at').where('id', '=', id).executeTakeFirst()
    if (poll === undefined) return undefined
    await updateRow(w.db, 'date_polls', id, { remind_at: null })
    const rows = await w.db
      .selectFrom('date_answers')
      .innerJoin('date_options', 'date_options.id', 'date_answers.option_id')
      .select('user_id')
      .distinct()
      .where('poll_id', '=', id)
      .execute()
    const answered = new Set<MemberId>(rows.map(({ user_id }) => user_id))
    return { id, closes: poll.closes_at ?? 0, answered }
  },
}

type Of<Id> = { readonly id: Id; readonly group_id: GroupId }

const nearDates = (w: Read) =>
  w.db
    .selectFrom('game_dates')
    .where('game_dates.starts_at', '>', w.now)
    .where('game_dates.starts_at', '<=', w.now + REMINDER_MS)
    .where((is) => is.and({ 'game_dates.reminded_at': null, 'game_dates.cancelled_at': null }))

/** Dates of the next day, whose members are reminded. */
const dueReminders = {
  list: (w: Read, limit: number) =>
    nearDates(w)
      .innerJoin('game_sessions', 'game_sessions.id', 'game_dates.session_id')
      .select(['game_dates.id', 'game_sessions.group_id'])
      .orderBy('game_dates.starts_at')
      .orderBy('game_dates.id')
      .limit(limit)
      .execute(),
  async take(w: Read, { id }: Of<GameDateId>) {
    const date = await nearDates(w)
      .selectAll('game_dates')
      .where('game_dates.id', '=', id)
      .executeTakeFirst()
    const session = date && (await findSession(w, date.session_id))
    if (date === undefined || session === undefined) return undefined
    await updateRow(w.db, 'game_dates', id, { reminded_at: w.now })
    const rows = await w.db
      .selectFrom('game_answers')
      .select('user_id')
      .where((is) => is.and({ date_id: id, answer: 'not_coming' }))
      .execute()
    return { date, session, absent: new Set<MemberId>(rows.map(({ user_id }) => user_id)) }
  },
}

/** Sends one mail about all polls of a group that were made within an hour of its last one. @returns how many groups */
export const announcePolls = inGroups(dueAnnouncements, (w, polls) => {
  const { members } = w.group
  const others = members.filter((member) => polls.some(({ made_by }) => made_by !== member))
  w.mail(others, pollMails.of('poll-made', { polls: idsOf(polls).join() }))
  return 1
})

/** Reminds members who have not answered before a poll closes. @returns how many polls */
export const remindOfPolls = inGroups(duePollReminders, (w, { id, closes, answered }) => {
  const waiting = w.group.members.filter((member) => !answered.has(member))
  w.mail(waiting, pollReminders.of('poll-reminder', { polls: String(id), closes }))
  return 1
})

export const makePollAnnouncer = (parts: Opener, log: Log): Poller =>
  makePoller(log, 'mails about date polls could not be enqueued', POLL_MS, async (isStopped) => {
    const announced = await announcePolls(parts, isStopped)
    const reminded = await remindOfPolls(parts, isStopped)
    if (announced + reminded > 0)
      log.info({ announced, reminded }, 'members got mails about date polls')
  })

/** Reminds members a day before a session. @returns number of dates */
export const remindOfSessions = inGroups(dueReminders, (w, { session, date, absent }) => {
  const about = { ...sessionOf(session, [date.id]), starts: date.starts_at }
  w.mail(
    w.group.members.filter((member) => !absent.has(member)),
    sessionReminders.of('session-reminder', about),
  )
  return 1
})

export const makeReminder = (parts: Opener, log: Log): Poller =>
  makePoller(log, 'members could not be reminded of sessions', POLL_MS, async (isStopped) => {
    const dates = await remindOfSessions(parts, isStopped)
    if (dates > 0) log.info({ dates }, 'members were reminded of sessions')
  })
