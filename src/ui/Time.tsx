import { timeRange } from '#contract/timeRange.ts'
import { readerTimeZone } from '#src/platform/timeZone.ts'
import { useBrowserFact } from './servedFacts.ts'

type TimeProps = {
  /** An ISO date or date and time. */
  value: string | null | undefined
  className?: string
}

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

/** Formats like `Intl.DateTimeFormat` for British English, whose first use takes 50 ms on a phone. */
const words = (date: Date): string =>
  `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`

export function Time({ value, className }: TimeProps) {
  const date = new Date(value ?? Number.NaN)
  if (!value || Number.isNaN(date.getTime())) return null
  return (
    <time dateTime={value} className={className}>
      {words(date)}
    </time>
  )
}

type TimeSpanProps = {
  /** ISO dates, or dates and times. */
  start: string | null | undefined
  /** Optional: without it only the start is shown. */
  end?: string | null | undefined
  className?: string
}

/** A time range in the reader's time zone; renders nothing for an invalid start. */
export function TimeSpan({ start, end, className }: TimeSpanProps) {
  const timeZone = useBrowserFact(readerTimeZone, (facts) => facts.timeZone)
  const range = timeRange(start, end, timeZone)
  if (range === null) return null
  return (
    <time dateTime={start ?? undefined} className={className}>
      {range}
    </time>
  )
}
