import { nearness, timeRange } from '#shared/timeRange.ts'
import { readerTimeZone } from '#src/platform/intl.ts'
import { useBrowserFact } from './useKit.ts'
import { useLanguage } from './useLanguage.ts'

type TimeProps = {
  /** An ISO date or date and time. */
  value: string | null | undefined
  /** Writes the year even if it is the present one. */
  hasYear?: boolean
  className?: string
}

/** A day in UTC. */
export function Time({ value, hasYear = false, className }: TimeProps) {
  const language = useLanguage()
  const date = new Date(value ?? Number.NaN)
  if (!value || Number.isNaN(date.getTime())) return null
  return (
    <time dateTime={value} className={className}>
      {timeRange(date.toISOString().slice(0, 10), null, 'UTC', { hasYear, language })}
    </time>
  )
}

type TimeSpanProps = {
  /** ISO dates, or dates and times. */
  start: string | null | undefined
  /** Optional: without it only the start is shown. */
  end?: string | null | undefined
  /** Writes the year and the zone, too: for public pages, which the server renders in its own zone. */
  isFull?: boolean
  className?: string
}

/** A time range in the reader's time zone; renders nothing for an invalid start. */
export function TimeSpan({ start, end, isFull = false, className }: TimeSpanProps) {
  const timeZone = useBrowserFact(readerTimeZone, (facts) => facts.timeZone)
  const language = useLanguage()
  const range = timeRange(start, end, timeZone, { hasYear: isFull, hasZone: isFull, language })
  if (range === null) return null
  return (
    <time dateTime={start ?? undefined} className={className}>
      {range}
    </time>
  )
}

/** Stands for the time in a sentence: `t('settings.changed', { date: TIME })`. */
export const TIME = '\u2063'

type TimedProps = Pick<TimeSpanProps, 'isFull'> & {
  text: string
  /** One of the two: a day, or a time. */
  day?: string | null | undefined
  at?: string | null | undefined
}

/** A sentence with a time in it. Words of a community that have no place for the time stand before it. */
export function Timed({ text, day, at, isFull = false }: TimedProps) {
  const [before, after] = text.split(TIME)
  return (
    <>
      <span>{after === undefined && (day ?? at) ? `${before} ` : before}</span>
      <Time value={day} />
      <TimeSpan start={at} isFull={isFull} />
      {after && <span>{after}</span>}
    </>
  )
}

type NearProps = Pick<TimeSpanProps, 'start' | 'className'> & {
  /** Leaves out the dot that separates it from a time before it. */
  isAlone?: boolean
}

/** "· in 5 days" after a time within a week; nothing else, and nothing on the server, whose pages are kept. */
export function Near({ start, isAlone = false, className }: NearProps) {
  const language = useLanguage()
  const words = useBrowserFact(
    () => nearness(start, readerTimeZone(), Date.now(), language),
    () => null,
  )
  return words && <span className={className}>{isAlone ? words : `· ${words}`}</span>
}
