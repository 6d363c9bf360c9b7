import type { GameDateId, GameSessionId, MemberId } from '#contract/ids.ts'
import type { MailSwitch } from '#contract/profile.ts'
import { GAME_ANSWERS } from '#contract/sets.ts'
import type { HasDb } from '../../../db/schema.ts'
import { memberIn, memberMail } from '../../../mail/jobs.ts'
import { stopLink } from '../../../mail/mailSwitches.ts'
import type { MailData, MailJob } from '../../../mail/outbox.ts'
import { type Choices, type MailText, renderMail } from '../../../mail/renderMail.ts'
import type { MailDeps, MailWriter, MailWriters } from '../../../mail/worker.ts'
import { sessionsPage } from '../../../text/sessionCalendar.ts'
import { nameInMail } from '../../../text/shortNames.ts'
import { dayInSubject, type Reading, readingIn, timeInMail } from '../../../text/time.ts'
import { lastTimeOf } from '../past/lastTime.ts'
import type { Membership } from '../policy.ts'
import { ASKED_MAX, answerLink } from './answerTokens.ts'
import { sessionFile } from './calendarTexts.ts'
import { findMailable } from './mailRepository.ts'
import { recipientsOf } from './recipients.ts'
import type { DateRow, SessionRow } from './sessionRepository.ts'

type Spec = {
  readonly text: MailText
  readonly stoppedBy: MailSwitch
  readonly hasFile: boolean
  /** The mail has links that answer. */
  readonly asks?: true
  /** The mail begins with the last recap. */
  readonly recalls?: true
}

/** Mails to members about sessions of their group, by kind. */
const MAILS = {
  'session-made': {
    text: 'session_made',
    stoppedBy: 'planning_mails',
    hasFile: true,
    asks: true,
    recalls: true,
  },
  'session-moved': {
    text: 'session_moved',
    stoppedBy: 'planning_mails',
    hasFile: true,
    asks: true,
  },
  'session-date-cancelled': {
    text: 'session_cancelled',
    stoppedBy: 'planning_mails',
    hasFile: true,
  },
  'session-restored': {
    text: 'session_restored',
    stoppedBy: 'planning_mails',
    hasFile: true,
    asks: true,
  },
  'session-dates-cancelled': {
    text: 'session_cancelled',
    stoppedBy: 'planning_mails',
    hasFile: true,
  },
  'session-cancelled': { text: 'session_cancelled', stoppedBy: 'planning_mails', hasFile: true },
  'session-host': { text: 'session_host', stoppedBy: 'planning_mails', hasFile: false },
  'session-reminder': {
    text: 'session_reminder',
    stoppedBy: 'reminder_mails',
    hasFile: false,
    asks: true,
    recalls: true,
  },
} as const satisfies Record<string, Spec>
type Kind = keyof typeof MAILS

/** @param dates that the mail is about, instead of all @param starts must still be the start of the first */
type About = { readonly dates?: readonly GameDateId[]; readonly starts?: number }

/**
 * One mail for each of the members, which a later change of the session makes superfluous.
 * @param except the member who made the change
 */
export async function sessionMails(
  w: HasDb,
  kind: Kind,
  { id: session, sequence }: Pick<SessionRow, 'id' | 'sequence'>,
  { members }: Pick<Membership, 'members'>,
  except: MemberId | null,
  { dates, starts }: About = {},
): Promise<MailJob[]> {
  const others = members.filter((member) => member !== except)
  const recipients = await recipientsOf(w, others, MAILS[kind].stoppedBy)
  const data: MailData = {
    session,
    sequence,
    ...(dates?.[0] !== undefined &&
      (dates.length === 1 ? { date: dates[0] } : { dates: dates.join() })),
    ...(starts !== undefined && { starts }),
  }
  return [...recipients].map((member) => memberMail(kind, member, data))
}

export const planningMailWriters: MailWriters = Object.fromEntries(
  Object.entries<Spec>(MAILS).map(([kind, spec]) => [kind, writer(spec)]),
)

/**
 * The dates that a mail is about.
 * @param isCancelled they are; no later file says so again
 * @returns none if it is too late for the mail
 */
function datesOf(
  data: MailData,
  { sequence }: SessionRow,
  dates: readonly DateRow[],
  isCancelled: boolean,
) {
  const { date, starts, dates: several } = data
  const ids = new Set(
    String(several ?? date)
      .split(',')
      .map(Number),
  )
  const named = dates.filter(({ id }) => ids.has(id))
  if (starts !== undefined)
    return named.filter((one) => one.starts_at === starts && one.cancelled_at === null)
  if (isCancelled) return named.filter((one) => one.cancelled_at !== null)
  if (data['sequence'] !== sequence) return []
  return date === undefined && several === undefined ? dates.slice(0, 1) : named
}

/** Lines with dates that a mail has at most. */
const LISTED_MAX = 10

/** When and where several dates are; a place that they do not share is beside its date. */
export function factsOf(dates: readonly [DateRow, ...DateRow[]], reading: Reading) {
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
export async function dateChoices(
  deps: MailDeps,
  member: MemberId,
  dates: readonly DateRow[],
  reading: Reading,
): Promise<Choices | undefined> {
  const asked = dates
    .filter((date) => date.cancelled_at === null && date.ends_at > reading.now)
    .slice(0, ASKED_MAX)
  if (asked.length === 0) return undefined
  const linkTo = await answerLink(deps, member, { dates: asked.map(({ id }) => id) })
  const words = deps.kit.current().texts.pages.answer.choices
  return (
    linkTo && {
      page: linkTo(),
      rows: asked.map(({ id, starts_at, ends_at }) => [
        timeInMail(starts_at, ends_at, reading),
        GAME_ANSWERS.map((answer) => [words[answer], linkTo({ id, answer, starts_at })] as const),
      ]),
    }
  )
}

function writer({ text, stoppedBy, hasFile, asks, recalls }: Spec): MailWriter {
  return async ({ data }, deps) => {
    const { db, kit } = deps
    const found = await findMailable(
      { db },
      Number(data['session']) as GameSessionId,
      memberIn(data),
    )
    const [date, ...others] = (
      found ? datesOf(data, found.session, found.dates, text === 'session_cancelled') : []
    ).filter((one) => text !== 'session_host' || one.host_id === memberIn(data))
    const unsubscribe = await stopLink(deps, stoppedBy, memberIn(data))
    if (found === undefined || date === undefined || unsubscribe === null) return null
    const { session, dates, member } = found
    const reading = readingIn(member.time_zone ?? session.time_zone, deps)
    const title = session.title || nameInMail(member.group)
    const isAboutNew = data['date'] === undefined && data['dates'] === undefined
    const asked = isAboutNew ? dates : [date, ...others]
    const link = sessionsPage(deps.settings, session.group_id)
    const mail = renderMail(kit.current(), text, {
      to: member.email,
      values: {
        ...factsOf([date, ...others], reading),
        title: (others.length === 0 && date.title) || title,
        username: member.username,
        group: nameInMail(member.group),
        day: dayInSubject(date.starts_at, reading),
        further: furtherThan(date, dates) || '',
        ...(recalls && (await lastTimeOf({ db }, session, date, { ...reading, link }))),
      },
      link,
      choices: asks && (await dateChoices(deps, memberIn(data), asked, reading)),
      unsubscribe,
    })
    if (!hasFile) return mail
    return { ...mail, attachments: [sessionFile(deps, found)] }
  }
}
