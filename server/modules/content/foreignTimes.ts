import { Temporal } from 'temporal-polyfill'
import { cutText } from '#shared/cutText.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../config/time.ts'
import { type Sentence, said } from '../../text/sentence.ts'

/** Length of an event whose end is unknown. */
const EVENT_MS = 3 * HOUR_MS
/** From the beginning of a day to its last minute. */
const LAST_MINUTE_MS = DAY_MS - MINUTE_MS
/** A time alone: its day is in another field. */
const TIME =
  /^(?:(?:um|ab|at)\s+)?\d{1,2}(?:[:.]\d{2}(?::\d{2})?(?:\s*Uhr|\s*[AP]\.?M\.?)?|\s*(?:Uhr|h|[AP]\.?M\.?))$/i
/** A time after a day. */
const TIME_OF_DAY =
  /(?:T|,?\s+)(?:(?:um|ab|at)\s+)?\d{1,2}(?:[:.]\d{2}(?![\d.])|\s*(?:Uhr|h|[AP]\.?M\.?)\b).*$/i

type Fields = Readonly<Partial<Record<string, string>>>
/** Epoch milliseconds. */
type Found = {
  readonly published: number | null
  readonly starts: number | null
  /** Null without a start. */
  readonly ends: number | null
}

/** Times of an entry of another program, as people write them. */
export class Times {
  readonly #fields: Fields
  readonly #timeZone: string
  readonly #lose: (problem: Sentence) => void

  constructor(fields: Fields, timeZone: string, lose: (problem: Sentence) => void) {
    this.#fields = fields
    this.#timeZone = timeZone
    this.#lose = lose
  }

  /** @param isEvent its only date is its start; that of others is their publication */
  read(isEvent: boolean): Found {
    const { published = '', starts = '', ends, draft } = this.#fields
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
    return this.#moment(this.#fields[name] ?? '')?.at ?? null
  }

  /** The last minute of a day, unless there is a time. */
  #end(start: Moment): number {
    const { ends = '' } = this.#fields
    const usual = start.at + (start.isDay ? LAST_MINUTE_MS : EVENT_MS)
    const end = TIME.test(ends) ? this.#timeAfter(start, ends) : this.#moment(ends)
    if (end === null) return usual
    const at = end.at + (end.isDay ? LAST_MINUTE_MS : 0)
    if (at >= start.at) return at
    this.#lose(said('transfer.ends_early', { ends }))
    return usual
  }

  /** A time on the day of the start, or on the next one. */
  #timeAfter(start: Moment, time: string): Moment | null {
    const { published = '', starts = '' } = this.#fields
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
      this.#lose(said('transfer.bad_date', { text: cutText(text, 60) }))
      return null
    }
    if (found.isAmbiguous)
      this.#lose(said('transfer.two_dates', { text, date: found.iso.slice(0, 10) }))
    return momentOf(found, this.#timeZone)
  }
}

export type FoundDate = {
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
export const DATE_MAX = 60

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

export type Moment = {
  /** Epoch milliseconds. */
  readonly at: number
  /** No time was given: it is the beginning of the day. */
  readonly isDay: boolean
}

/** @param timeZone of a time that names no offset */
export function momentOf({ iso }: FoundDate, timeZone: string): Moment {
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
