import Type from 'typebox'
import type { GameDateId, GameSessionId, GroupId, MemberId } from '#contract/ids.ts'
import { GAME_ANSWERS } from '#contract/sets.ts'
import { id } from '#contract/shapes.ts'
import { listed } from '#shared/lists.ts'
import { excerpt } from '#shared/pageTags.ts'
import { DAY_MS } from '../../../config/time.ts'
import type { MailText } from '../../../mail/renderMail.ts'
import {
  type DataOf,
  type Fields,
  type MailWork,
  type MemberMail,
  mail,
  mailTable,
  optionalText,
  type Reader,
} from '../../../mail/table.ts'
import { timesIn } from '../../../text/datesInMail.ts'
import { printable } from '../../../text/keys.ts'
import { siteOf, someOf } from '../../../text/kit.ts'
import { plainText } from '../../../text/light.ts'
import { mailedSession } from '../../../text/sessionCalendar.ts'
import { nameInMail } from '../../../text/shortNames.ts'
import { dayInMail, dayInSubject, type Reading, readingIn, timeInMail } from '../../../text/time.ts'
import { rhythmIn } from '../../../work/series.ts'
import type { GroupWork } from '../groupCalls.ts'
import { findLastRecap } from '../past/pastRepository.ts'
import { ASKED_MAX, answerChoices } from './answerTokens.ts'
import {
  apartIn,
  asTold,
  changedOf,
  isBack,
  nameOf,
  sharedIn,
  type Was,
  wasIn,
} from './mailFacts.ts'
import { isAhead } from './series.ts'
import {
  type DateRow,
  findMailable,
  listDatesAhead,
  listGameAnswers,
  type SessionRow,
} from './sessionRepository.ts'

/** A mail to the members of the group besides the caller. */
export const mailOthers = (w: GroupWork, mail: MemberMail): void =>
  w.mail(
    w.group.members.filter((member) => member !== w.me),
    mail,
  )

export const pageOf = (group: number): string => `/discordia/dashboard?group=${group}&part=sessions`

const SAID = {
  /** Who has made the change, and what this member says about it. */
  by: Type.Optional(id<MemberId>()),
  reason: optionalText(),
  /** JSON of `Was`. */
  was: optionalText(),
}
const ABOUT = {
  session: id<GameSessionId>(),
  /**
   * A later change of the session makes the mail superfluous, unless it has `starts`, or its kind shows what there is now
   * or what is cancelled.
   */
  sequence: Type.Integer(),
  /** The dates that it is about; without both all of them. */
  date: Type.Optional(id<GameDateId>()),
  /** Ids, separated by commas. */
  dates: Type.Optional(Type.String()),
  /** Must still be the start of the date. */
  starts: Type.Optional(Type.Integer()),
  ...SAID,
}
export type About = DataOf<typeof ABOUT>
type Said = DataOf<typeof SAID>

/** Data of a mail about dates of a session, or all of them. */
export const sessionOf = (
  { id: session, sequence }: Pick<SessionRow, 'id' | 'sequence'>,
  [date, ...others]: readonly GameDateId[] = [],
): About => ({
  session,
  sequence,
  ...(date !== undefined && (others.length === 0 ? { date } : { dates: [date, ...others].join() })),
})

/** Data of a mail about a change by the caller. @param reason as it was typed */
export function saidBy({ me }: Pick<GroupWork, 'me'>, typed = '', was?: Was): Said {
  const reason = printable(typed).replace(/\s+/g, ' ').trim()
  return { by: me, ...(reason && { reason }), ...(was && { was: JSON.stringify(was) }) }
}

type Mailable = NonNullable<Awaited<ReturnType<typeof findMailable>>>
/** What a mail shows about dates of a session. */
type Found = Mailable & {
  readonly named: readonly [DateRow, ...DateRow[]]
  readonly reading: Reading
  readonly was: Was
  /** Words that were read for the mail. */
  readonly words: Readonly<Record<string, string>>
  /** Sessions whose calendar files it has. */
  readonly files: readonly Mailable[]
}

/** @returns null if there is nothing to show any more */
async function foundOf(
  w: MailWork,
  session: Mailable | undefined,
  [date, ...others]: readonly DateRow[],
  said: Said,
): Promise<Found | null> {
  if (session === undefined || date === undefined) return null
  return {
    ...session,
    named: [date, ...others],
    reading: readingIn(session.time_zone ?? session.session.time_zone, w),
    was: wasIn(said),
    words: { by: await nameOf(w, said.by), sentence: said.reason ?? '' },
    files: [session],
  }
}

/** Dates of a series that a mail has. */
const NEXT_MAX = 3
const OF_SERIES: readonly MailText[] = ['series_made', 'session_rest']
const REMINDERS: readonly MailText[] = ['session_reminder', 'session_reminder_coming']

/** Links that answer for the dates that come first; those who come to the next one have the page alone. */
async function choicesFor(found: Found, text: MailText, w: MailWork, reader: Reader) {
  const { named, answers, reading } = found
  const ahead = named.filter((one) => isAhead(reading, one))
  const asked = ahead.slice(0, ASKED_MAX)
  if (asked.length === 0 || text === 'session_host') return undefined
  const shown = asked.slice(0, OF_SERIES.includes(text) ? NEXT_MAX : ASKED_MAX).map((one) => ({
    ...one,
    apart: apartIn(w.kit.current(), named, one),
    mine: answers.get(one.id),
  }))
  return answerChoices(w, reader.id, {
    asked: { dates: asked.map((one) => one.id) },
    rows: text === 'session_reminder_coming' ? [] : shown,
    isOne: named.length === 1 && text !== 'session_rest',
    answers: GAME_ANSWERS,
    reading,
  })
}

type Text = MailText | ((found: Found) => MailText)
function row<const F extends Fields>(
  data: F,
  text: Text,
  find: (w: MailWork, data: DataOf<F>, reader: Reader) => Promise<Found | null>,
) {
  const textOf = (found: Found) => (typeof text === 'string' ? text : text(found))
  return mail({
    data,
    find,
    text: textOf,
    values: valuesOf,
    page: ({ session }) => pageOf(session.group_id),
    choices: (found, w, reader) => choicesFor(found, textOf(found), w, reader),
    files: (found, w, reader) =>
      [...REMINDERS, 'session_host'].includes(textOf(found))
        ? []
        : found.files.map((one) => sessionFile(one, w, reader)),
  })
}

type Parts = {
  /** It is about dates that are cancelled; no later file says so again. */
  readonly cancels?: boolean
  /** It shows what there is now, whatever has changed since. */
  readonly isOfNow?: boolean
  /** Reads further words. Null: the mail is not for this reader. */
  readonly reads?: (w: MailWork, found: Found, reader: Reader) => Promise<Found['words'] | null>
}
const about = (text: Text, { reads, ...parts }: Parts = {}) =>
  row(ABOUT, text, async (w, data, reader) => {
    const session = await findMailable(w, data.session, reader)
    const dates = session ? datesOf(data, session, parts) : []
    const named = parts.cancels ? asTold(dates, wasIn(data)) : dates
    const found = await foundOf(w, session, named, data)
    const words = found && (reads ? await reads(w, found, reader) : {})
    return words && { ...found, words: { ...found.words, ...words } }
  })

const cancelled = about(
  ({ session, dates, named, reading }) =>
    session.cancelled_at !== null ||
    (session.extend_at === null && !dates.some((one) => isAhead(reading, one)))
      ? 'session_cancelled'
      : named.length === 1
        ? 'session_date_cancelled'
        : 'session_dates_cancelled',
  { cancels: true, reads: async (w, found) => ({ next: await nextOf(w, found) }) },
)

export const sessionMails = mailTable('planning_mails', {
  'session-made': about(({ session }) => (session.rule === null ? 'session_made' : 'series_made'), {
    isOfNow: true,
    reads: lastTimeOf,
  }),
  'session-moved': about(
    ({ was, named }) => {
      if (was.rule !== undefined) return 'session_rest'
      if (was.starts_at === undefined || isBack({ was, named })) return 'session_changed'
      return named.length === 1 ? 'session_moved' : 'session_dates_moved'
    },
    { isOfNow: true },
  ),
  'session-restored': about('session_restored'),
  'session-cancelled': cancelled,
  /* Of earlier versions. */
  'session-date-cancelled': cancelled,
  'session-dates-cancelled': cancelled,
  'session-host': about('session_host', {
    reads: async (_, { named: [{ host_id }] }, { id }) => (host_id === id ? {} : null),
  }),
  /**
   * A series that ends, and the one that has its rest. A later change of either makes it no less needed: it is the only
   * mail that ends the first one in calendars.
   */
  'session-rest': row(
    { session: id<GameSessionId>(), old: id<GameSessionId>(), ...SAID },
    ({ session }) => (session.cancelled_at === null ? 'session_rest' : 'session_cancelled'),
    async (w, data, reader) => {
      const rest = await findMailable(w, data.session, reader)
      const old = await findMailable(w, data.old, reader)
      // Who has cancelled the rest is in a mail of its own; this one still ends the series before it.
      const isCancelled = rest?.session.cancelled_at != null
      const named = rest?.dates.filter((one) => isCancelled || one.cancelled_at === null) ?? []
      const found = await foundOf(w, rest, named, isCancelled ? {} : data)
      const files = [...(old ? [old] : []), ...(isCancelled || !rest ? [] : [rest])]
      return found && { ...found, was: { rule: old?.session.rule ?? null, ...found.was }, files }
    },
  ),
  /** A new member gets it. Each session has a file of its own, as in all mails. */
  'group-joined': row({ group: id<GroupId>() }, 'group_joined', async (w, { group }, reader) => {
    const ahead = await listDatesAhead(w, group, ASKED_MAX)
    const ids = new Set(ahead.map(({ session_id }) => session_id))
    const read = await Promise.all([...ids].map((one) => findMailable(w, one, reader)))
    const files = read.filter((one) => one !== undefined)
    const named = files
      .flatMap(({ dates }) => dates.filter((one) => ahead.some(({ id }) => id === one.id)))
      .toSorted((a, b) => a.starts_at - b.starts_at)
    const found = await foundOf(w, files[0], named, {})
    const answers = new Map(files.flatMap((one) => [...one.answers]))
    return found && { ...found, answers, files }
  }),
})
export const sessionReminders = mailTable('reminder_mails', {
  'session-reminder': about(
    ({ answers, named: [date] }) =>
      answers.has(date.id) ? 'session_reminder_coming' : 'session_reminder',
    {
      async reads(w, found, reader) {
        const [date] = found.named
        if (found.answers.get(date.id) === 'not_coming') return null
        const kit = w.kit.current()
        const names = (await listGameAnswers(w, [date.id]))
          .filter((one) => one.answer === 'coming' && one.user_id !== reader.id)
          .map(({ name }) => nameInMail(name))
        const { coming: answer } = kit.texts.pages.answer.choices
        return { ...(await lastTimeOf(w, found)), answer, coming: someOf(kit, names) }
      },
    },
  ),
})

/** The dates that a mail is about. @returns none if it is too late for the mail */
function datesOf(
  { sequence, starts, date, dates: several }: About,
  { session, dates }: Mailable,
  { cancels = false, isOfNow = false }: Parts,
): DateRow[] {
  const ids = new Set(
    String(several ?? date)
      .split(',')
      .map(Number),
  )
  const isAll = date === undefined && several === undefined
  const isDue = cancels || isOfNow || starts !== undefined || sequence === session.sequence
  return dates.filter(
    (one) =>
      isDue &&
      (isAll || ids.has(one.id)) &&
      (one.cancelled_at !== null) === cancels &&
      (starts ?? one.starts_at) === one.starts_at,
  )
}

function valuesOf({ session, dates, group, named, reading, was, words }: Found, w: MailWork) {
  const kit = w.kit.current()
  const [date, ...others] = named
  const { zone, language } = reading
  const bare = { ...reading, isZoneNamed: true }
  const times = timesIn(named, reading)
  const told = changedOf({ was, named })
  const { starts_at, ends_at } = { ...told, ...was }
  const isMoved = starts_at !== told.starts_at || ends_at !== told.ends_at
  const changed = Object.entries(kit.texts.mail.layout.changed)
  const last = Math.max(...dates.map((one) => one.starts_at))
  const isLong = named.length > ASKED_MAX
  const rhythm = session.rule === null ? '' : rhythmIn(kit, session.rule, { last, zone })
  return {
    ...words,
    ...sharedIn(named),
    title: (others.length === 0 && date.title) || session.title || nameInMail(group),
    group: nameInMail(group),
    date: others.length === 0 ? times : '',
    dates: others.length === 0 ? '' : times,
    often: isLong && session.extend_at !== null ? rhythm : '',
    last:
      isLong && session.extend_at === null ? dayInMail(named.at(-1)?.starts_at ?? 0, reading) : '',
    count: named.length,
    day: dayInSubject(date.starts_at, reading),
    from: dayInMail(date.starts_at, reading),
    until: dayInMail(named.at(-1)?.starts_at ?? 0, reading),
    to: timeInMail(date.starts_at, null, bare),
    back: isBack({ was, named }) ? timeInMail(starts_at, null, bare) : '',
    before: isMoved ? timeInMail(starts_at, ends_at, bare) : '',
    changed: listed(
      changed.flatMap(([name, word]) =>
        // The times of before and now are there.
        name in was && !(was.starts_at && name.endsWith('_at')) ? [word] : [],
      ),
      language,
    ),
    title_before: was.title ?? '',
    place_before: was.place ?? '',
    rhythm,
    rhythm_before: was.rule ? rhythmIn(kit, was.rule, { zone }) : '',
  }
}

/** The next date of a series, or else of its group. */
async function nextOf(w: MailWork, { session, dates, reading }: Found): Promise<string> {
  const [own] = dates
    .filter((one) => one.cancelled_at === null && one.starts_at > reading.now)
    .toSorted((a, b) => a.starts_at - b.starts_at)
  const [next] = own ? [own] : await listDatesAhead(w, session.group_id, 1)
  if (next === undefined) return ''
  const time = timeInMail(next.starts_at, next.ends_at, { ...reading, isZoneNamed: true })
  return ['', session.title].includes(next.title) ? time : `${time}: ${next.title}`
}

/** Has the sequence and the time of the calendar link: members who come back had a mail that took the session out. */
function sessionFile(
  { session, group, dates, answers, joined_at }: Mailable,
  w: MailWork,
  reader: Reader,
) {
  const { sequence, updated_at, stamped_at } = session
  return mailedSession(
    siteOf(w),
    {
      ...session,
      group_name: group,
      sequence: joined_at > updated_at ? sequence + 1 : sequence,
      updated_at: Math.max(updated_at, stamped_at ?? 0, joined_at),
      dates: dates.map((one) => ({ ...one, answer: answers.get(one.id) ?? null })),
    },
    { name: reader.username, email: reader.email },
  )
}

/** A recap that is older says nothing about the next date. */
const REMEMBERED_MS = 60 * DAY_MS

/** The beginning of the last recap, its day, and a link to it. All are empty without one. */
async function lastTimeOf(w: MailWork, { session, named: [date], reading }: Omit<Found, 'text'>) {
  const { now } = reading
  const span = { since: now - REMEMBERED_MS, before: Math.min(date.starts_at, now) }
  const last = await findLastRecap(w, session, span)
  if (last === undefined) return { last_time: '', last_date: '', last_link: '' }
  return {
    last_time: excerpt(plainText('light', last.text)),
    last_date: dayInMail(last.starts_at, reading),
    last_link: `${w.settings.publicUrl}${pageOf(session.group_id)}&date=${last.id}`,
  }
}
