import { Temporal } from 'temporal-polyfill'
import { safeUrl } from '#contract/safeUrl.ts'
import { invitationFile } from './calendar.ts'
import { printable } from './keys.ts'

type Texts = {
  readonly title: string
  readonly place: string
  readonly link: string
  readonly notes: string
}
/** Times: epoch milliseconds. */
type Session = Texts & {
  readonly uid: string
  readonly sequence: number
  /** IANA name. */
  readonly time_zone: string
  /** RRULE; null: the session has one date. */
  readonly rule: string | null
  readonly created_at: number
  readonly updated_at: number
}
/** Its texts are those of the session where they are missing. */
type GameDate = Partial<Texts> & {
  readonly planned_at: number
  readonly starts_at: number
  readonly ends_at: number
  readonly cancelled_at: number | null
}
/** The title of a session in calendars, which have entries of many groups. @param title may be empty, or the group's name */
export const sessionSummary = (group: string, title: string): string =>
  title === '' || title === group ? group : `${group}: ${title}`

type Invited = Parameters<typeof invitationFile>[3]
type Site = Parameters<typeof invitationFile>[0]

/**
 * A session of a group as an attachment for one member.
 * @param dates all of the session, in the order of its rule
 * @param only of a session that repeats: the one date that is cancelled
 */
export function mailedSession(
  site: Site,
  session: Session,
  dates: readonly GameDate[],
  member: Invited,
  only?: GameDate,
) {
  const [first] = dates
  if (first === undefined) throw new Error(`session ${session.uid} has no date`)
  const entries =
    session.rule === null
      ? [
          {
            ...textsOf(session, first),
            start: new Date(first.starts_at),
            end: new Date(first.ends_at),
          },
        ]
      : only
        ? [dateOf(session, only)]
        : seriesOf(session, dates, first)
  return invitationFile(site, 'discordia-session.ics', entries, member)
}

/** The rule, without the dates that are cancelled, and the dates that were moved or have other texts. */
function seriesOf(session: Session, dates: readonly GameDate[], first: GameDate) {
  const { time_zone, rule } = session
  const length = lengthBeforeMoves(dates) ?? first.ends_at - first.starts_at
  const away = dates.filter(({ cancelled_at }) => cancelled_at !== null)
  // The library writes the other times of the zone with this very name in the form with Z.
  const exclude =
    time_zone === 'UTC'
      ? (at: number) => `EXDATE:${local(at, time_zone)}Z`
      : (at: number) => `EXDATE;TZID=${time_zone}:${local(at, time_zone)}`
  const excluded = away.map(({ planned_at }) => exclude(planned_at))
  const isOther = (date: GameDate) =>
    date.starts_at !== date.planned_at ||
    date.ends_at - date.starts_at !== length ||
    JSON.stringify(ownTexts(session, date)) !== JSON.stringify(ownTexts(session, {}))
  return [
    {
      ...textsOf(session),
      timezone: time_zone,
      start: zoned(first.planned_at, time_zone),
      end: zoned(first.planned_at + length, time_zone),
      repeating: [`RRULE:${rule}`, ...excluded].join('\n'),
    },
    ...dates
      .filter((date) => date.cancelled_at === null && isOther(date))
      .map((date) => dateOf(session, date)),
  ]
}

const lengthBeforeMoves = (dates: readonly GameDate[]): number | undefined => {
  const date = dates.find(({ planned_at, starts_at }) => planned_at === starts_at)
  return date && date.ends_at - date.starts_at
}

const dateOf = (session: Session, date: GameDate) => ({
  ...textsOf(session, date),
  timezone: session.time_zone,
  recurrenceId: zoned(date.planned_at, session.time_zone),
  start: zoned(date.starts_at, session.time_zone),
  end: zoned(date.ends_at, session.time_zone),
})

const ownTexts = (session: Session, date: Partial<Texts>): Texts => ({
  title: date.title || session.title,
  place: date.place ?? session.place,
  link: date.link ?? session.link,
  notes: date.notes ?? session.notes,
})

function textsOf(session: Session, date: Partial<Texts> = {}) {
  const { title, place, link, notes } = ownTexts(session, date)
  return {
    id: session.uid,
    sequence: session.sequence,
    stamp: new Date(session.updated_at),
    created: new Date(session.created_at),
    lastModified: new Date(session.updated_at),
    summary: printable(title),
    description: [notes, link].filter(Boolean).map(printable).join('\n\n'),
    location: printable(place) || null,
    url: safeUrl(link),
  }
}

const zoned = (at: number, timeZone: string) =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone)

const local = (at: number, timeZone: string): string =>
  zoned(at, timeZone).toPlainDateTime().toString({ smallestUnit: 'second' }).replace(/[-:]/g, '')
