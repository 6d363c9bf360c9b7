import Type, { type Static } from 'typebox'
import type { GameDateId, GameSessionId, MemberId } from '#contract/ids.ts'
import { GAME_ANSWERS } from '#contract/sets.ts'
import { id } from '#contract/shapes.ts'
import { excerpt } from '#shared/pageTags.ts'
import { dayOf } from '#shared/timeRange.ts'
import { DAY_MS } from '../../../config/time.ts'
import type { MailText } from '../../../mail/renderMail.ts'
import {
  type MailWork,
  type MemberMail,
  mail,
  mailTable,
  type Reader,
} from '../../../mail/table.ts'
import { siteOf } from '../../../text/kit.ts'
import { plainText } from '../../../text/light.ts'
import { mailedSession } from '../../../text/sessionCalendar.ts'
import { nameInMail } from '../../../text/shortNames.ts'
import { dayInSubject, iso, type Reading, readingIn, timeInMail } from '../../../text/time.ts'
import type { GroupWork } from '../groupCalls.ts'
import { findLastRecap } from '../past/pastRepository.ts'
import { ASKED_MAX, answerChoices } from './answerTokens.ts'
import { type DateRow, findMailable, type SessionRow } from './sessionRepository.ts'

/** A mail to the members of the group besides the caller. */
export const mailOthers = (w: GroupWork, mail: MemberMail): void =>
  w.mail(
    w.group.members.filter((member) => member !== w.me),
    mail,
  )

export const pageOf = (group: number): string => `/discordia/dashboard?group=${group}&part=sessions`

const ABOUT = {
  session: id<GameSessionId>(),
  /** A later change of the session makes the mail superfluous, unless it is about cancelled dates or has `starts`. */
  sequence: Type.Integer(),
  /** The dates that it is about; without both all of them. */
  date: Type.Optional(id<GameDateId>()),
  /** Ids, separated by commas. */
  dates: Type.Optional(Type.String()),
  /** Must still be the start of the date. */
  starts: Type.Optional(Type.Integer()),
}
type About = Static<ReturnType<typeof Type.Object<typeof ABOUT>>>

/** Data of a mail about dates of a session, or all of them. */
export const sessionOf = (
  { id: session, sequence }: Pick<SessionRow, 'id' | 'sequence'>,
  [date, ...others]: readonly GameDateId[] = [],
): About => ({
  session,
  sequence,
  ...(date !== undefined && (others.length === 0 ? { date } : { dates: [date, ...others].join() })),
})

type Parts = {
  /** The calendar file of the session. */
  readonly file?: true
  /** Links that answer. */
  readonly asks?: true
  /** It begins with the last recap. */
  readonly recalls?: true
}

const about = (text: MailText, { file, asks, recalls }: Parts) =>
  mail({
    data: ABOUT,
    async find(w, data, reader) {
      const found = await findMailable(w, data.session, reader)
      if (found === undefined) return null
      const [date, ...others] = datesOf(data, found, text === 'session_cancelled').filter(
        (one) => text !== 'session_host' || one.host_id === reader.id,
      )
      if (date === undefined) return null
      const reading = readingIn(found.time_zone ?? found.session.time_zone, w)
      const last = recalls && (await lastTimeOf(w, { ...found, date }, reading))
      const isAboutAll = data.date === undefined && data.dates === undefined
      return { ...found, date, others, reading, last, isAboutAll }
    },
    text,
    values: ({ session, dates, group, date, others, reading, last }) => ({
      ...factsOf([date, ...others], reading),
      title: (others.length === 0 && date.title) || session.title || nameInMail(group),
      group: nameInMail(group),
      day: dayInSubject(date.starts_at, reading),
      further: furtherThan(date, dates) || '',
      ...last,
    }),
    page: ({ session }) => pageOf(session.group_id),
    choices: async (found, w, reader) =>
      asks &&
      choicesFor(found.isAboutAll ? found.dates : [found.date, ...found.others])(found, w, reader),
    files: (found, w, reader) => (file ? [sessionFile(found, w, reader)] : []),
  })

export const sessionMails = mailTable('planning_mails', {
  'session-made': about('session_made', { file: true, asks: true, recalls: true }),
  'session-moved': about('session_moved', { file: true, asks: true }),
  'session-date-cancelled': about('session_cancelled', { file: true }),
  'session-restored': about('session_restored', { file: true, asks: true }),
  'session-dates-cancelled': about('session_cancelled', { file: true }),
  'session-cancelled': about('session_cancelled', { file: true }),
  'session-host': about('session_host', {}),
  /**
   * A series that ends, and the one that has its rest. A later change of either makes it no less needed: it is the only
   * mail that ends the first one in calendars.
   */
  'session-rest': mail({
    data: { session: id<GameSessionId>(), old: id<GameSessionId>() },
    async find(w, data, reader) {
      const rest = await findMailable(w, data.session, reader)
      const planned = rest?.dates.filter(({ cancelled_at }) => cancelled_at === null) ?? []
      const isCancelled = planned.length === 0
      const [date, ...others] = isCancelled ? (rest?.dates ?? []) : planned
      if (rest === undefined || date === undefined) return null
      const old = await findMailable(w, data.old, reader)
      const reading = readingIn(rest.time_zone ?? rest.session.time_zone, w)
      return { ...rest, rest, old, about: [date, ...others] as const, reading, isCancelled }
    },
    // A cancelled rest has a mail of its own; this one still ends the series before it.
    text: ({ isCancelled }) => (isCancelled ? 'session_cancelled' : 'session_rest'),
    values: ({ session, group, about, reading }) => ({
      ...factsOf(about, reading),
      title: session.title || nameInMail(group),
      group: nameInMail(group),
    }),
    page: ({ session }) => pageOf(session.group_id),
    choices: (found, w, reader) => choicesFor(found.dates)(found, w, reader),
    files: ({ old, rest, isCancelled }, w, reader) =>
      [old, isCancelled ? undefined : rest].flatMap((one) =>
        one === undefined ? [] : [sessionFile(one, w, reader)],
      ),
  }),
  /** Sent after other mail: a group of fifty with twenty sessions is a thousand. */
  'session-gone': mail({
    outlivesAccount: true,
    data: {
      user: id<MemberId>(),
      username: Type.String(),
      group: Type.String(),
      title: Type.String(),
      uid: Type.String(),
      sequence: Type.Integer(),
      time_zone: Type.String(),
      /** Empty: there is none. */
      rule: Type.String(),
      starts_at: Type.Integer(),
      ends_at: Type.Integer(),
      next_at: Type.Integer(),
      /** The zone of the reader. */
      zone: Type.String(),
      created_at: Type.Integer(),
      now: Type.Integer(),
    },
    text: 'session_gone',
    values: ({ group, title, next_at, zone }, w) => ({
      group,
      title,
      date: timeInMail(next_at, null, readingIn(zone, w)),
    }),
    files: ({ starts_at, ends_at, group, now, rule, sequence, ...session }, w, reader) => [
      mailedSession(
        siteOf(w),
        {
          ...session,
          // The sequence is newer than that of the last mail, and no newer than that of the next change, should the
          // member come back.
          sequence: sequence + 1,
          group_name: group,
          rule: rule || null,
          place: '',
          link: '',
          notes: '',
          updated_at: now,
          cancelled_at: now,
          dates: [{ planned_at: starts_at, starts_at, ends_at, cancelled_at: null }],
        },
        { name: reader.username, email: reader.email },
      ),
    ],
  }),
})
export const sessionReminders = mailTable('reminder_mails', {
  'session-reminder': about('session_reminder', { asks: true, recalls: true }),
})

type Mailable = NonNullable<Awaited<ReturnType<typeof findMailable>>>

/**
 * The dates that a mail is about.
 * @param isCancelled they are; no later file says so again
 * @returns none if it is too late for the mail
 */
function datesOf(
  { sequence, date, starts, dates: several }: About,
  { session, dates }: Mailable,
  isCancelled: boolean,
) {
  const ids = new Set(
    String(several ?? date)
      .split(',')
      .map(Number),
  )
  const named = dates.filter((one) => ids.has(one.id))
  if (starts !== undefined)
    return named.filter((one) => one.starts_at === starts && one.cancelled_at === null)
  if (isCancelled) return named.filter((one) => one.cancelled_at !== null)
  if (sequence !== session.sequence) return []
  return date === undefined && several === undefined ? dates.slice(0, 1) : named
}

/** Lines with dates that a mail has at most. */
const LISTED_MAX = 10

/** When and where several dates are; a place that they do not share is beside its date. */
function factsOf(dates: readonly [DateRow, ...DateRow[]], reading: Reading) {
  const [first] = dates
  const shared = (name: 'place' | 'link' | 'notes') =>
    dates.every((one) => one[name] === first[name]) ? first[name] : ''
  const isOnePlace = shared('place') === first.place
  const lines = dates.slice(0, LISTED_MAX).map(({ starts_at, ends_at, place }) => {
    const range = timeInMail(starts_at, ends_at, reading)
    return isOnePlace || place === '' ? range : `${range}, ${place}`
  })
  return {
    date: dates.length === 1 ? lines.join('') : '',
    dates: dates.length === 1 ? '' : lines.join('\n'),
    more: dates.length > LISTED_MAX ? dates.length - LISTED_MAX : '',
    place: shared('place'),
    link: shared('link'),
    host: dates.every((one) => one.host === first.host) ? (first.host ?? '') : '',
    notes: shared('notes'),
  }
}

/** @returns number of dates that follow the first of a new series */
const furtherThan = (date: DateRow, dates: readonly DateRow[]) =>
  dates.filter((one) => one.cancelled_at === null && one.starts_at > date.starts_at).length

/** Links that answer for the dates that a mail is about: of a new series those that come first. */
const choicesFor =
  (dates: readonly DateRow[]) =>
  async ({ reading }: { readonly reading: Reading }, w: MailWork, reader: Reader) => {
    const rows = dates
      .filter((date) => date.cancelled_at === null && date.ends_at > reading.now)
      .slice(0, ASKED_MAX)
    const asked = { dates: rows.map((row) => row.id) }
    return rows.length === 0
      ? undefined
      : answerChoices(w, reader.id, { asked, rows, answers: GAME_ANSWERS, reading })
  }

const sessionFile = ({ session, group, dates, answers }: Mailable, w: MailWork, reader: Reader) =>
  mailedSession(
    siteOf(w),
    {
      ...session,
      group_name: group,
      updated_at: Math.max(session.updated_at, session.stamped_at ?? 0),
      dates: dates.map((one) => ({ ...one, answer: answers.get(one.id) ?? null })),
    },
    { name: reader.username, email: reader.email },
  )

/** A recap that is older says nothing about the next date. */
const REMEMBERED_MS = 60 * DAY_MS

/** The beginning of the last recap, its day, and a link to it. All are empty without one. */
async function lastTimeOf(
  w: MailWork,
  { session, date }: { readonly session: SessionRow; readonly date: DateRow },
  { zone, now, language }: Reading,
) {
  const span = { since: now - REMEMBERED_MS, before: Math.min(date.starts_at, now) }
  const last = await findLastRecap(w, session, span)
  if (last === undefined) return { last_time: '', last_date: '', last_link: '' }
  return {
    last_time: excerpt(plainText('light', last.text)),
    last_date: dayOf(iso(last.starts_at), zone, language),
    last_link: `${w.settings.publicUrl}${pageOf(session.group_id)}&date=${last.id}`,
  }
}
