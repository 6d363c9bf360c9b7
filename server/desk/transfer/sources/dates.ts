import { Temporal } from 'temporal-polyfill'

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
const TIME = String.raw`(?:(?:T|,?\s+(?:-\s+)?|,)(?:um\s+|ab\s+|at\s+)?(?:(?<hour>\d{1,2})[:.](?<minute>\d{2})(?::(?<second>\d{2})(?:[.,](?<fraction>\d{1,3})\d*)?)?|(?<hour>\d{1,2})(?=\s*(?:Uhr|h|[AaPp]\.?[Mm]\.?)$))\s*(?<half>[AaPp]\.?[Mm]\.?)?(?:\s*(?:Uhr|h))?\s*(?<offset>Z|[+-]\d{2}:?\d{2})?)?`
const dated = (pattern: string): RegExp => new RegExp(`^${BEFORE}${pattern}${TIME}$`, 'iu')
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
