import { Temporal } from 'temporal-polyfill'
import { ACCESS_MAX } from '#contract/content.ts'
import { TEXT_MAX } from '#contract/fields.ts'
import {
  COMPANIONS_MAX,
  CONFIRM_HOURS_MAX,
  SEATS_MAX,
  WAITING_LIST_MAX,
} from '#contract/registration.ts'
import { EVENT_SCOPES, EVENT_TYPES } from '#contract/sets.ts'
import { cutText } from '#shared/cutText.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../config/time.ts'
import { titleKey } from '../../text/keys.ts'
import { plainText } from '../../text/light.ts'
import { type Sentence, said } from '../../text/sentence.ts'
import { iso } from '../../text/time.ts'
import type { FileContext } from '../../transfer/format.ts'
import { withPaths } from '../../transfer/links.ts'
import { fieldNamed } from '../../transfer/sources/fields.ts'
import { lineWithin } from '../../transfer/sources/light.ts'
import type { SourceRecord } from '../../transfer/sources/records.ts'
import { jsonOf, programmeIn } from './foreignFields.ts'

/** Characters of a short description that is made of the text. */
const EXCERPT_MAX = 200
const EVENT = /^(?:events?|veranstaltung(?:en)?|termine?)$/i

/** A kind that says nothing of events is news. */
export const kindOf = (name: string): 'news' | 'event' =>
  EVENT.test(titleKey(name)) ? 'event' : 'news'

type Fields = Readonly<Partial<Record<string, string>>>
/** An entry of another program. */
type Foreign = {
  readonly fields: Fields
  readonly timeZone: string
  readonly lose: (problem: Sentence) => void
}

/** A file of the area: drafts, unless the source says when they are published. */
export const fileOfRecords = (
  records: readonly SourceRecord[],
  { timeZone, lose }: FileContext,
): object => ({
  format: 'discordia-contents',
  version: 1,
  entries: records.map((record, index) =>
    rowOf(record, { fields: fieldsOf(record), timeZone, lose: (problem) => lose(index, problem) }),
  ),
})

function rowOf(record: SourceRecord, foreign: Foreign): object {
  const { fields, lose } = foreign
  const isEvent = kindOf(record.kind?.name ?? '') === 'event'
  const { published, starts, ends } = new Times(foreign).read(isEvent)
  if (isEvent && starts === null) lose(said('transfer.event_without_start'))
  const summary = line(fields['summary'] ?? fields['description'] ?? '', 'short_description', lose)
  const description = record.description === '' ? summary || record.title : record.description
  return {
    key: record.key,
    title: record.title,
    short_description: summary || line(excerptOf(record)) || record.title,
    description,
    format: record.isLight ? 'light' : 'plain',
    ...(record.language !== undefined && { language: record.language }),
    ...(published !== null && record.state === null && { published_at: iso(published) }),
    ...(starts === null
      ? notAnEvent(foreign)
      : {
          kind: 'event',
          starts_at: iso(starts),
          ends_at: iso(ends),
          ...(fields['location'] && { location: line(fields['location'], 'location', lose) }),
          ...(fields['event_kind'] && { event_kind: line(fields['event_kind']) }),
          ...(fields['how_to_get_in'] && { access: cutText(fields['how_to_get_in'], ACCESS_MAX) }),
          event_scope: choiceOf(foreign, 'scope', EVENT_SCOPES),
          event_type: choiceOf(foreign, 'attendance', EVENT_TYPES),
          ...registrationOf(foreign),
          ...jsonOf(foreign, 'series'),
          ...programmeIn(foreign),
        }),
  }
}

const EVENT_FIELDS = 'ends location scope attendance seats event_kind how_to_get_in'.split(' ')

function notAnEvent({ fields, lose }: Foreign): { kind: 'news' } {
  for (const name of EVENT_FIELDS)
    if (fields[name] !== undefined)
      lose(said('transfer.event_field', { name, text: cutText(fields[name], 60) }))
  return { kind: 'news' }
}

/** Values by the names of our fields, whatever the source calls them. The first of several values counts. */
function fieldsOf({ fields }: SourceRecord): Fields {
  const known = Object.entries(fields).flatMap(([name, typed]): (readonly [string, string])[] => {
    const field = fieldNamed(name)
    const value = typed.trim()
    if (field === undefined || value === '') return []
    if (field !== 'published' || !SAYS_WHETHER.test(value)) return [[field, value]]
    return /^[fn]/i.test(value) ? [['draft', 'true']] : []
  })
  return { ...fields, ...Object.fromEntries(known.toReversed()) }
}

/** Some programs have a switch of this name, and the time in another field. */
const SAYS_WHETHER = /^(?:true|false|yes|no)$/i

const line = (
  text: string,
  what: 'short_description' | 'location' = 'short_description',
  lose: Foreign['lose'] = () => undefined,
): string =>
  lineWithin(text, TEXT_MAX, () =>
    lose(said('transfer.cut', { what: said(`transfer.what.${what}`), limit: TEXT_MAX })),
  )

/** Links to entries of a file are links nowhere else. */
const SOME_PATH = '/discordia/'

/** The beginning of the first paragraph, in whole words. */
function excerptOf({ description, isLight }: SourceRecord): string {
  const text = isLight
    ? plainText(
        'light',
        withPaths(description.replace(/^#{1,6} .*$/gm, ''), () => SOME_PATH),
      )
    : description
  const [first = ''] = text.split(/\n\s*\n/).filter((part) => part.trim() !== '')
  const clean = first.replace(/\s+/g, ' ').trim()
  if (clean.length <= EXCERPT_MAX) return clean
  return `${cutText(clean, EXCERPT_MAX).replace(/\s+\S*$/, '')}…`
}

function choiceOf<Choice extends string>(
  { fields, lose }: Foreign,
  name: 'scope' | 'attendance',
  choices: readonly Choice[],
): Choice | undefined {
  const text = fields[name]
  const found = choices.find((choice) => choice.toLowerCase() === text?.toLowerCase())
  if (text !== undefined && found === undefined) {
    const what = said(`transfer.choice.${name}`)
    lose(said('transfer.none_of', { what, text: cutText(text, 60), choices }))
  }
  return found
}

/** Fields of a registration, as our exports name them. */
function registrationOf(foreign: Foreign): object {
  const { fields, lose } = foreign
  const number = (name: string, min: number, max: number) => {
    const text = fields[name]
    if (text === undefined) return {}
    const value = Number(text)
    if (Number.isInteger(value) && value >= min && value <= max) return { [name]: value }
    lose(said('transfer.no_number', { text: cutText(text, 60), name, min, max }))
    return {}
  }
  const seats = number('seats', 1, SEATS_MAX)
  if (!('seats' in seats)) return {}
  const closes = new Times(foreign).at('registration_closes_at')
  return {
    ...seats,
    ...number('waiting_max', 0, WAITING_LIST_MAX),
    ...number('confirm_hours', 1, CONFIRM_HOURS_MAX),
    ...number('companions_max', 0, COMPANIONS_MAX),
    ...(fields['companion_names'] === '1' && { companion_names: true }),
    ...(fields['guests'] === '1' && { guests: true }),
    ...(closes !== null && { registration_closes_at: iso(closes) }),
    ...jsonOf(foreign, 'questions'),
  }
}

/** Length of an event whose end is unknown. */
const EVENT_MS = 3 * HOUR_MS
const LAST_MINUTE_MS = DAY_MS - MINUTE_MS
/** A time alone: its day is in another field. */
const TIME =
  /^(?:(?:um|ab|at)\s+)?\d{1,2}(?:[:.]\d{2}(?::\d{2})?(?:\s*Uhr|\s*[AP]\.?M\.?)?|\s*(?:Uhr|h|[AP]\.?M\.?))$/i
/** A time after a day. */
const TIME_OF_DAY =
  /(?:T|,?\s+)(?:(?:um|ab|at)\s+)?\d{1,2}(?:[:.]\d{2}(?![\d.])|\s*(?:Uhr|h|[AP]\.?M\.?)\b).*$/i

/** Epoch milliseconds. */
type Found = {
  readonly published: number | null
  readonly starts: number | null
  /** Null without a start. */
  readonly ends: number | null
}

/** Times of an entry, as people write them. */
class Times {
  readonly #foreign: Foreign

  constructor(foreign: Foreign) {
    this.#foreign = foreign
  }

  /** @param isEvent its only date is its start; that of others is their publication */
  read(isEvent: boolean): Found {
    const { published = '', starts = '', ends, draft } = this.#foreign.fields
    const isDated = starts === '' ? isEvent || ends !== undefined : TIME.test(starts)
    const start = this.#moment(isDated ? `${published} ${starts}`.trim() : starts)
    const isDraft = isDated || draft === 'true'
    return {
      published: isDraft ? null : (this.#moment(published)?.at ?? null),
      starts: start?.at ?? null,
      ends: start && this.#end(start),
    }
  }

  /** The time of a field; null without a value that can be read. */
  at(name: string): number | null {
    return this.#moment(this.#foreign.fields[name] ?? '')?.at ?? null
  }

  /** The last minute of a day, unless there is a time. */
  #end(start: Moment): number {
    const { ends = '' } = this.#foreign.fields
    const usual = start.at + (start.isDay ? LAST_MINUTE_MS : EVENT_MS)
    const end = TIME.test(ends) ? this.#timeAfter(start, ends) : this.#moment(ends)
    if (end === null) return usual
    const at = end.at + (end.isDay ? LAST_MINUTE_MS : 0)
    if (at >= start.at) return at
    this.#foreign.lose(said('transfer.ends_early', { ends }))
    return usual
  }

  /** A time on the day of the start, or on the next one. */
  #timeAfter(start: Moment, time: string): Moment | null {
    const { published = '', starts = '' } = this.#foreign.fields
    const days = [starts, published]
      .filter((text) => text.length <= DATE_MAX)
      .map((text) => text.replace(TIME_OF_DAY, ''))
    const day = days.find((text) => dateIn(text) !== null)
    const end = this.#moment(day === undefined ? time : `${day} ${time}`)
    return end && end.at < start.at ? { ...end, at: end.at + DAY_MS } : end
  }

  #moment(text: string): Moment | null {
    if (text === '') return null
    const found = dateIn(text)
    if (found === null) {
      this.#foreign.lose(said('transfer.bad_date', { text: cutText(text, 60) }))
      return null
    }
    if (found.isAmbiguous)
      this.#foreign.lose(said('transfer.two_dates', { text, date: found.iso.slice(0, 10) }))
    return momentOf(found, this.#foreign.timeZone)
  }
}

type FoundDate = {
  /** ISO 8601: a date, or a date with a time; with `Z` if the text names an offset. */
  readonly iso: string
  /** The day could be the month, such as in 05/06/2026: it is taken as the day. */
  readonly isAmbiguous: boolean
}

const NAMES_OF_DAYS = ['en', 'de', 'de-AT'].flatMap((language) =>
  (['long', 'short'] as const).flatMap((weekday) => {
    const format = new Intl.DateTimeFormat(language, { weekday, timeZone: 'UTC' })
    return [0, 1, 2, 3, 4, 5, 6].map((day) => format.format(day * 86_400_000).replace('.', ''))
  }),
)
const BEFORE = String.raw`(?:(?:${NAMES_OF_DAYS.join('|')})\.?,?\s+)?(?:(?:am|den|on|the)\s+)?`
const CLOCK = String.raw`(?:(?:T|,?\s+(?:-\s+)?|,)(?:um\s+|ab\s+|at\s+)?(?:(?<hour>\d{1,2})[:.](?<minute>\d{2})(?::(?<second>\d{2})(?:[.,](?<fraction>\d{1,3})\d*)?)?|(?<hour>\d{1,2})(?=\s*(?:Uhr|h|[AaPp]\.?[Mm]\.?)$))\s*(?<half>[AaPp]\.?[Mm]\.?)?(?:\s*(?:Uhr|h))?\s*(?<offset>Z|[+-]\d{2}:?\d{2})?)?`
const dated = (pattern: string): RegExp => new RegExp(`^${BEFORE}${pattern}${CLOCK}$`, 'iu')
const DAY = String.raw`(?<day>\d{1,2})`
const YEAR = String.raw`(?<year>\d{4})`
/** People leave the century out. */
const SHORT_YEAR = String.raw`(?<year>\d{4}|\d{2})`
const NAMED = String.raw`(?<name>\p{L}{3,})\.?`

const ISO = dated(String.raw`${YEAR}-(?<month>\d{1,2})-${DAY}`)
const DOTS = dated(String.raw`${DAY}\.\s*(?<month>\d{1,2})\.\s*${SHORT_YEAR}`)
const SLASHES = dated(
  String.raw`(?<first>\d{1,2})(?:/(?<next>\d{1,2})/${SHORT_YEAR}|-(?<next>\d{1,2})-${YEAR})`,
)
const DAY_FIRST = dated(
  String.raw`${DAY}(?:\.|st|nd|rd|th)?[\s-]*(?:of\s+)?${NAMED},?[\s-]+${YEAR}`,
)
const MONTH_FIRST = dated(String.raw`${NAMED}\s+${DAY}(?:st|nd|rd|th)?,?\s+${YEAR}`)
/** Days since the end of 1899, as spreadsheets count: from 1954 to 2173. A shorter number is any number. */
const SERIAL = /^[2-9]\d{4}(?:\.\d+)?$/

/** Names of the months in English and German, long and short. */
const MONTHS = new Map(
  ['en', 'de'].flatMap((language) =>
    (['long', 'short'] as const).flatMap((style) => {
      const format = new Intl.DateTimeFormat(language, { month: style, timeZone: 'UTC' })
      return Array.from({ length: 12 }, (_, month) => {
        const name = format
          .format(Date.UTC(2026, month, 1))
          .toLowerCase()
          .replace('.', '')
        return [name, month + 1] as const
      })
    }),
  ),
)
  .set('sept', 9)
  .set('mrz', 3)
  .set('jänner', 1)
  .set('jän', 1)
  .set('feber', 2)

/** Characters of a date: expressions would take long for other texts. */
const DATE_MAX = 60

/** The date that a text is. @returns null for any other text, and for a day that no calendar has */
export function dateIn(text: string): FoundDate | null {
  const typed = text.trim()
  if (typed.length > DATE_MAX) return null
  if (SERIAL.test(typed)) return serial(Number(typed))
  for (const pattern of [ISO, DOTS, DAY_FIRST, MONTH_FIRST]) {
    const found = pattern.exec(typed)?.groups
    if (found) return dateOf(found, monthOf(found), Number(found.day))
  }
  const found = SLASHES.exec(typed)?.groups
  if (!found) return null
  const first = Number(found.first)
  const next = Number(found.next)
  const isMonthFirst = next > 12
  const date = isMonthFirst ? dateOf(found, first, next) : dateOf(found, next, first)
  return date && { ...date, isAmbiguous: first <= 12 && next <= 12 && first !== next }
}

type Groups = Readonly<Record<string, string | undefined>>

const monthOf = ({ month, name }: Groups): number =>
  month === undefined ? (MONTHS.get((name ?? '').toLowerCase()) ?? 0) : Number(month)

function dateOf(found: Groups, month: number, day: number): FoundDate | null {
  const { year, hour, minute, second, fraction = '', offset } = found
  const isExact = { overflow: 'reject' } as const
  try {
    const date = Temporal.PlainDate.from({ year: yearOf(year), month, day }, isExact)
    if (hour === undefined) return { iso: date.toString(), isAmbiguous: false }
    const time = Temporal.PlainTime.from(
      {
        hour: hourOf(Number(hour), found.half),
        minute: Number(minute ?? 0),
        second: Number(second ?? 0),
        millisecond: Number(fraction.padEnd(3, '0')),
      },
      isExact,
    )
    const local = date.toPlainDateTime(time).toString()
    const iso = offset === undefined ? local : Temporal.Instant.from(`${local}${offset}`).toString()
    return { iso, isAmbiguous: false }
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/** Two digits are those of this century up to 69. */
const yearOf = (typed = ''): number =>
  Number(typed) + (typed.length > 2 ? 0 : Number(typed) < 70 ? 2000 : 1900)

type Moment = {
  /** Epoch milliseconds. */
  readonly at: number
  /** No time was given: it is the beginning of the day. */
  readonly isDay: boolean
}

/** @param timeZone of a time that names no offset */
function momentOf({ iso }: FoundDate, timeZone: string): Moment {
  if (iso.endsWith('Z')) return { at: Temporal.Instant.from(iso).epochMilliseconds, isDay: false }
  const { epochMilliseconds } = Temporal.PlainDateTime.from(iso).toZonedDateTime(timeZone)
  return { at: epochMilliseconds, isDay: !iso.includes('T') }
}

/** 12 am is midnight, 12 pm noon. */
function hourOf(hour: number, half: string | undefined): number {
  if (half === undefined) return hour
  if (hour < 1 || hour > 12) return -1
  return (hour % 12) + (/^p/i.test(half) ? 12 : 0)
}

function serial(days: number): FoundDate {
  const date = Temporal.PlainDate.from('1899-12-30').add({ days: Math.trunc(days) })
  const seconds = Math.round((days % 1) * 86_400)
  const local = date.toPlainDateTime().add({ seconds })
  return { iso: seconds === 0 ? date.toString() : local.toString(), isAmbiguous: false }
}
