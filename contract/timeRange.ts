type Moment = { readonly day: string; readonly time: string; readonly zone: string }

/** A date without a time is a day, wherever it is read. */
const DATE_ONLY = /^\d{4}-\d{2}-\d{2}$/

/**
 * Formats the time range of an event, in the same way for the site, the desk, e-mails and page heads. The time zone
 * appears once, or twice if daylight saving time starts or ends in between.
 * @param start ISO date or date and time, as `end`
 * @param end ignored unless it is later than the start
 * @param timeZone IANA name; one that is unknown here is read as UTC
 * @returns null for a start that is no date
 */
export function timeRange(
  start: string | null | undefined,
  end: string | null | undefined,
  timeZone: string,
  locale = 'en-GB',
): string | null {
  const from = millisOf(start)
  if (from === null) return null
  const isWholeDay = DATE_ONLY.test(start ?? '')
  const read = reader(isWholeDay ? 'UTC' : timeZone, locale, isWholeDay)
  const first = read(from)
  const to = millisOf(end)
  if (to === null || to <= from) return `${words(first)}${spaced(first.zone)}`
  const last = read(to)
  const isOneDay = first.day === last.day
  if (first.zone !== last.zone)
    return `${words(first)}${spaced(first.zone)} – ${isOneDay ? last.time : words(last)}${spaced(last.zone)}`
  return isOneDay
    ? `${words(first)}–${last.time}${spaced(last.zone)}`
    : `${words(first)} – ${words(last)}${last.zone && ` (${last.zone})`}`
}

const words = ({ day, time }: Moment): string => (time === '' ? day : `${day}, ${time}`)
const spaced = (zone: string): string => zone && ` ${zone}`

function millisOf(text: string | null | undefined): number | null {
  const time = text ? Date.parse(text) : Number.NaN
  return Number.isNaN(time) ? null : time
}

function reader(timeZone: string, locale: string, isWholeDay: boolean): (at: number) => Moment {
  const format = formatIn(timeZone, locale)
  return (at) => {
    const parts = format.formatToParts(at)
    const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? ''
    const day = `${part('day')} ${part('month')} ${part('year')}`
    return isWholeDay
      ? { day, time: '', zone: '' }
      : { day, time: `${part('hour')}:${part('minute')}`, zone: part('timeZoneName') }
  }
}

const FORMATS_MAX = 20
/** Cache by zone and locale: constructing a format takes as long as using it a hundred times. */
const formats = new Map<string, Intl.DateTimeFormat>()

function formatIn(timeZone: string, locale: string): Intl.DateTimeFormat {
  const key = `${timeZone} ${locale}`
  const known = formats.get(key)
  if (known) return known
  const format = newFormat(timeZone, locale)
  if (formats.size < FORMATS_MAX) formats.set(key, format)
  return format
}

function newFormat(timeZone: string, locale: string): Intl.DateTimeFormat {
  const options = {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
  } as const
  try {
    return new Intl.DateTimeFormat(locale, { ...options, timeZone })
  } catch {
    // Some browsers report a zone by a name that they do not accept.
    return new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
  }
}
