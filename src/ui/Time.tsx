import { readerTimeRange } from '#src/platform/timeZone.ts'

type TimeProps = {
  /** An ISO date or date and time. */
  value: string | null | undefined
  className?: string
}

const words = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

export function Time({ value, className }: TimeProps) {
  const date = new Date(value ?? Number.NaN)
  if (!value || Number.isNaN(date.getTime())) return null
  return (
    <time dateTime={value} className={className}>
      {words.format(date)}
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
  const range = readerTimeRange(start, end)
  if (range === null) return null
  return (
    <time dateTime={start ?? undefined} className={className}>
      {range}
    </time>
  )
}
