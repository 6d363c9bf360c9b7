import { type DateWords, dateWords } from './dateWords.ts'

/** Date and time in a zone. */
type Local = {
  readonly year: number
  readonly month: number
  readonly day: number
  /** "19:00" */
  readonly time: string
}
type Zone = { readonly place: string; readonly read: (at: number) => Local }

type Wording = {
  /** Time of reading: its year is omitted. Epoch milliseconds. */
  readonly now?: number
  /** Every date has its year, for texts that are kept. */
  readonly hasYear?: boolean
  /** The zone is named, for texts that are read outside it. */
  readonly hasZone?: boolean
  /** Two letters. */
  readonly language?: string | undefined
}

/** A date without a time is a day, wherever it is read. */
const DATE_ONLY = /^\d{4}-\d{2}-\d{2}$/
const DAY_MS = 86_400_000
/** An end after midnight is written without its date up to this length. */
const EVENING_MS = DAY_MS / 2
const NEAR_DAYS = 7

// Names of our own: the first use of `Intl.DateTimeFormat` takes 50 ms on a phone, and browsers abbreviate September in
// different ways. The English ones are part of the program, so that dates are written even where texts have failed.
export const ENGLISH_DATES: DateWords = {
  weekdays: 'Sun Mon Tue Wed Thu Fri Sat',
  months: 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec',
  day: '{{weekday}} {{day}} {{month}}',
  day_of_year: '{{weekday}} {{day}} {{month}} {{year}}',
  zone: '{{place}} time',
  // Browsers report some zones by an outdated name.
  places:
    'Calcutta=Kolkata Godthab=Nuuk Katmandu=Kathmandu Kiev=Kyiv Rangoon=Yangon Saigon=Ho_Chi_Minh',
  clocks_back: '(clocks go back)',
}

const wordsIn = (language: string): DateWords => ({ ...ENGLISH_DATES, ...dateWords.get(language) })
const filled = (text: string, values: Readonly<Record<string, unknown>>): string =>
  text.replace(/{{(\w+)}}/g, (_, name: string) => String(values[name]))

/**
 * Formats a time range in the same way for the site, the desk, e-mails and page heads: "Wed 9 Dec, 19:00–23:00".
 * @param start ISO date or date and time, as `end`
 * @param end ignored unless it is later than the start
 * @param timeZone IANA name; one that is unknown here is read as UTC
 * @returns null for a start that is no date
 */
export function timeRange(
  start: string | null | undefined,
  end: string | null | undefined,
  timeZone: string,
  { now = Date.now(), hasYear = false, hasZone = false, language = 'en' }: Wording = {},
): string | null {
  const from = millisOf(start)
  if (from === null) return null
  const isWholeDay = DATE_ONLY.test(start ?? '')
  const words = wordsIn(language)
  const { place, read } = isWholeDay ? UTC : zoneOf(timeZone)
  const thisYear = hasYear ? null : read(now).year
  const wordsOf = (local: Local) =>
    isWholeDay
      ? dayWords(local, thisYear, words)
      : `${dayWords(local, thisYear, words)}, ${local.time}`
  const zone = hasZone && !isWholeDay ? ` ${zoneWords(place, words)}` : ''
  const first = read(from)
  const to = millisOf(end)
  if (to === null || to <= from) return `${wordsOf(first)}${zone}`
  const last = read(to)
  const isOneDay = dayNumber(first) === dayNumber(last)
  if (isWholeDay || !(isOneDay || to - from < EVENING_MS))
    return `${wordsOf(first)} – ${wordsOf(last)}${zone}`
  const isRepeatedHour = isOneDay && last.time <= first.time
  return `${wordsOf(first)}–${last.time}${zone}${isRepeatedHour ? ` ${words.clocks_back}` : ''}`
}

/** The day of a time: "Wed 9 Dec". @param start ISO date and time */
export function dayOf(start: string, timeZone: string, language = 'en', now = Date.now()): string {
  const at = millisOf(start)
  const { read } = zoneOf(timeZone)
  return at === null ? '' : dayWords(read(at), read(now).year, wordsIn(language))
}

/** "2026-12-09". @param at epoch milliseconds */
export const dateIn = (at: number, timeZone: string): string =>
  new Date(dayNumber(zoneOf(timeZone).read(at)) * DAY_MS).toISOString().slice(0, 10)

/** "19:00". @param start ISO date and time */
export const clockOf = (start: string, timeZone: string): string =>
  zoneOf(timeZone).read(Date.parse(start)).time

/**
 * "today", "tomorrow" or "in 5 days" for a start within a week.
 * @param start ISO date and time
 * @param now epoch milliseconds
 */
export function nearness(
  start: string | null | undefined,
  timeZone: string,
  now = Date.now(),
  language = 'en',
): string | null {
  const at = millisOf(start)
  if (at === null) return null
  const { read } = zoneOf(timeZone)
  const days = dayNumber(read(at)) - dayNumber(read(now))
  if (days < 0 || days > NEAR_DAYS) return null
  return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(days, 'day')
}

/** "Vienna time". @param timeZone IANA name */
export const zoneName = (timeZone: string, language = 'en'): string =>
  zoneWords(zoneOf(timeZone).place, wordsIn(language))

/** @param place of a zone; an offset from UTC is written as it is */
function zoneWords(place: string, { zone, places }: DateWords): string {
  if (place.startsWith('UTC')) return place
  const own = places.split(' ').find((one) => one.startsWith(`${place}=`))
  return filled(zone, { place: (own?.split('=')[1] ?? place).replaceAll('_', ' ') })
}

const dayNumber = ({ year, month, day }: Local): number => Date.UTC(year, month - 1, day) / DAY_MS

function dayWords(local: Local, thisYear: number | null, words: DateWords): string {
  const weekday = new Date(dayNumber(local) * DAY_MS).getUTCDay()
  return filled(local.year === thisYear ? words.day : words.day_of_year, {
    ...local,
    weekday: words.weekdays.split(' ')[weekday],
    month: words.months.split(' ')[local.month - 1],
  })
}

function millisOf(text: string | null | undefined): number | null {
  const time = text ? Date.parse(text) : Number.NaN
  return Number.isNaN(time) ? null : time
}

const UTC: Zone = {
  place: 'UTC',
  read(at) {
    const date = new Date(at)
    return {
      year: date.getUTCFullYear(),
      month: date.getUTCMonth() + 1,
      day: date.getUTCDate(),
      time: date.toISOString().slice(-13, -8),
    }
  },
}
const UTC_NAMES = /^(Etc\/)?(UTC|UCT|GMT|Universal|Zulu|Greenwich|GMT[+-]?0)$/

/** The last part of a name, such as `New_York`; "UTC-5" for an offset. */
function placeOf(timeZone: string): string {
  // The sign is that of POSIX: Etc/GMT+5 is behind.
  const offset = /^Etc\/GMT([+-])(\d+)$/.exec(timeZone)
  if (offset) return `UTC${offset[1] === '+' ? '-' : '+'}${offset[2]}`
  return timeZone.split('/').at(-1) ?? ''
}

const ZONES_MAX = 20
/** Cache by name: constructing a format takes as long as using it a hundred times. */
const zones = new Map<string, Zone>()

function zoneOf(timeZone: string): Zone {
  const known = zones.get(timeZone)
  if (known) return known
  const zone = UTC_NAMES.test(timeZone) ? UTC : newZone(timeZone)
  if (zones.size < ZONES_MAX) zones.set(timeZone, zone)
  return zone
}

function newZone(timeZone: string): Zone {
  let format: Intl.DateTimeFormat
  try {
    format = new Intl.DateTimeFormat('en-GB', {
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      timeZone,
    })
  } catch {
    // Some browsers report a zone by a name that they do not accept.
    return UTC
  }
  return {
    place: placeOf(timeZone),
    read(at) {
      const parts = format.formatToParts(at)
      const part = (type: Intl.DateTimeFormatPartTypes) =>
        parts.find((one) => one.type === type)?.value ?? ''
      return {
        year: Number(part('year')),
        month: Number(part('month')),
        day: Number(part('day')),
        time: `${part('hour')}:${part('minute')}`,
      }
    },
  }
}
